-- The room of a squad, team or organization, with the id of its group. The first message creates it. Its id makes a group unique: with
-- unique columns beside it, one of two first messages could fail by a constraint that its `on conflict` does not name.
create table chat_room (
  id uuid primary key generated always as (coalesce(squad_id, team_id, org_id)) stored,
  squad_id uuid references squad (id) on delete cascade,
  team_id uuid references team (id) on delete cascade,
  org_id uuid references organization (id) on delete cascade,
  -- Later with each message: senders lock the row, so that messages become visible in the order of `created_at`.
  last_message_at timestamptz(3) not null,
  constraint chat_room_group_check check (num_nonnulls(squad_id, team_id, org_id) = 1)
);

create index chat_room_squad_id_idx on chat_room (squad_id) where squad_id is not null;
create index chat_room_team_id_idx on chat_room (team_id) where team_id is not null;
create index chat_room_org_id_idx on chat_room (org_id) where org_id is not null;
create index chat_room_squad_last_message_at_idx on chat_room (last_message_at) where squad_id is not null;

create table chat_message (
  id uuid primary key,
  room_id uuid not null references chat_room (id) on delete cascade,
  sender_id uuid not null references profile (id) on delete cascade,
  -- Null when the message is removed. Its row stays for the order of the others.
  content text check (char_length(content) between 1 and 1000),
  -- As written. Responses leave out blocked pairs.
  mentions jsonb not null check (jsonb_typeof(mentions) = 'array'),
  created_at timestamptz(3) not null,
  edited_at timestamptz(3),
  removed_at timestamptz(3),
  constraint chat_message_removed_check check ((content is null) = (removed_at is not null)),
  constraint chat_message_removed_mentions_check check (removed_at is null or mentions = '[]')
);

-- Pages of a room, unread counts, and what a read mark includes.
create index chat_message_room_id_created_at_idx on chat_message (room_id, created_at desc, id desc);
create index chat_message_sender_id_created_at_idx on chat_message (sender_id, created_at, id);
-- An erasure takes the name out of the mentions in messages of others. Few messages have any.
create index chat_message_mentions_idx on chat_message using gin (mentions jsonb_path_ops) where mentions <> '[]';

-- A user has read the messages of a room up to an instant.
create table chat_read_mark (
  user_id uuid not null references profile (id) on delete cascade,
  room_id uuid not null references chat_room (id) on delete cascade,
  read_until timestamptz(3) not null,
  primary key (user_id, room_id)
);

create index chat_read_mark_room_id_idx on chat_read_mark (room_id);

-- Messages of a user in the last minute in which the user sent any.
create table chat_message_count (
  user_id uuid primary key references profile (id) on delete cascade,
  minute timestamptz(3) not null,
  messages integer not null check (messages > 0)
);

create trigger refuse_erased_sender_id after insert on chat_message referencing new table as inserted
  for each statement execute function refuse_erased_sender_id();
create trigger refuse_erased_user_id after insert on chat_read_mark referencing new table as inserted
  for each statement execute function refuse_erased_user_id();
create trigger refuse_erased_user_id after insert on chat_message_count referencing new table as inserted
  for each statement execute function refuse_erased_user_id();

alter table report
  drop constraint report_subject_type_check,
  add constraint report_subject_type_check check (subject_type in ('user', 'drop', 'photo', 'chat_message'));
