-- People whom we made up, so that nobody begins in an empty chain. They have a profile (`is_ai`) and a window like everybody.
create table synthetic_user (
  user_id uuid primary key references profile (id) on delete cascade,
  region text not null check (char_length(region) between 1 and 100),
  city text not null check (char_length(city) between 1 and 100),
  state text not null check (char_length(state) between 1 and 100),
  -- In percent.
  check_in_probability numeric(5, 2) not null check (check_in_probability between 0 and 100),
  is_active boolean not null default true,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

create index synthetic_user_newest on synthetic_user (created_at desc, user_id desc);
