-- How many tokens a drop stands for, from when on. Rates are added and never changed: the newest one holds.
create table currency_conversion_rate (
  id uuid primary key,
  tokens_per_drop numeric not null check (tokens_per_drop > 0 and tokens_per_drop < 'Infinity'),
  effective_at timestamptz(3) not null,
  created_by uuid references profile (id) on delete set null,
  created_at timestamptz(3) not null
);

create index currency_conversion_rate_newest on currency_conversion_rate (created_at desc, id desc);
create index currency_conversion_rate_of_person on currency_conversion_rate (created_by) where created_by is not null;
