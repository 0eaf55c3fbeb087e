-- Who is matched with whom on a date: twos and threes of one colour, and the chain from window to window.
create table squad (
  id uuid primary key,
  date date not null,
  user_1_id uuid not null references profile (id) on delete cascade,
  user_2_id uuid not null references profile (id) on delete cascade,
  user_3_id uuid references profile (id) on delete cascade,
  team_color text not null check (team_color in ('red', 'blue')),
  created_at timestamptz(3) not null
);

create index squad_of_user_1 on squad (user_1_id);
create index squad_of_user_2 on squad (user_2_id);
create index squad_of_user_3 on squad (user_3_id) where user_3_id is not null;

create table chain (
  id uuid primary key,
  date date not null,
  user_id uuid not null references profile (id) on delete cascade,
  before_user_id uuid references profile (id) on delete set null,
  after_user_id uuid references profile (id) on delete set null,
  team_color text not null check (team_color in ('red', 'blue')),
  squad_id uuid references squad (id) on delete set null,
  -- The group of that date, which is rebuilt as one.
  match_group text not null,
  -- From the check-in on, the row stays as it is.
  has_check_in boolean not null default false,
  created_at timestamptz(3) not null,
  unique (user_id, date)
);

create index chain_of_group on chain (match_group, date);
create index chain_of_squad on chain (squad_id) where squad_id is not null;
create index chain_of_before on chain (before_user_id) where before_user_id is not null;
create index chain_of_after on chain (after_user_id) where after_user_id is not null;
