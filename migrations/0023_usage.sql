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

-- The picture behind an entry: what its file is stored under. Null while it has none.
alter table journal_entry add column background_key text check (char_length(background_key) <= 200);

-- Pictures that were made for a text which is no entry. Whoever asked has an address for less than an hour; then they go.
create table loose_background (
  key text primary key check (char_length(key) <= 200),
  user_id uuid references profile (id) on delete set null,
  created_at timestamptz(3) not null
);

create index loose_background_in_time on loose_background (created_at);
create index loose_background_of_person on loose_background (user_id) where user_id is not null;
