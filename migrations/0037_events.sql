-- Events for clients. A writer stores them here in the transaction of their cause. A serial number of the writer would not be in the order
-- of commits, in which clients continue after a gap: so a sequencer moves what is committed to `event` and numbers it there.
create table event_outbox (
  -- Keeps the order of one transaction.
  id bigint generated always as identity primary key,
  kind text not null check (char_length(kind) between 1 and 50),
  -- The user who caused it. Users in a blocked pair with them do not hear of it.
  actor_id uuid,
  -- Ids of users, `room <id>`, or `everyone`.
  audience text[] not null check (cardinality(audience) > 0),
  data jsonb not null check (jsonb_typeof(data) = 'object'),
  -- Of the events with one key the last counts, and at most one in three seconds.
  coalesce_key text check (char_length(coalesce_key) between 1 and 200),
  occurred_at timestamptz(3) not null
-- Each row is deleted at once, and the next look for due ones passes what is not vacuumed.
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

create table event (
  -- Without gaps, in the order of commits.
  position bigint primary key,
  kind text not null,
  actor_id uuid,
  audience text[] not null,
  data jsonb not null,
  coalesce_key text,
  occurred_at timestamptz(3) not null,
  stored_at timestamptz(3) not null
);

create index event_audience_idx on event using gin (audience);
create index event_coalesce_key_idx on event (coalesce_key, stored_at desc) where coalesce_key is not null;
create index event_room_position_idx on event (position) where audience[1] like 'room %';
create index event_stored_at_idx on event (stored_at);

-- The one row is the lock of the sequencer.
create table event_sequence (
  is_only boolean primary key default true check (is_only),
  last_position bigint not null default 0
);
insert into event_sequence default values;

-- What follows from one row comes from triggers, so that no statement forgets them and none is added to a write. A statement that
-- changes more than a hundred entries of a user tells of them together.
create function publish_entry_changes() returns trigger language plpgsql as $$
begin
  insert into event_outbox (kind, audience, data, occurred_at)
  select 'entry.changed', array[user_id::text], jsonb_build_object('entry_id', id, 'change', tg_argv[0]), clock_timestamp()
  from (
    select distinct user_id, case when count(*) over (partition by user_id) <= 100 then id end as id from changed
  ) entry
  -- With its user, an entry leaves no event.
  where tg_argv[0] <> 'deleted' or exists (select from profile where profile.id = user_id and erasing_since is null);
  return null;
end
$$;

create trigger publish_creations after insert on journal_entry
  referencing new table as changed for each statement execute function publish_entry_changes('created');
create trigger publish_updates after update on journal_entry
  referencing new table as changed for each statement execute function publish_entry_changes('updated');
create trigger publish_deletions after delete on journal_entry
  referencing old table as changed for each statement execute function publish_entry_changes('deleted');

create function publish_notifications() returns trigger language plpgsql as $$
begin
  insert into event_outbox (kind, audience, data, occurred_at)
  select 'notification', array[user_id::text], jsonb_build_object('notification_id', id, 'kind', kind), clock_timestamp()
  from changed;
  return null;
end
$$;

create trigger publish_notifications after insert on notification
  referencing new table as changed for each statement execute function publish_notifications();

create function publish_drops() returns trigger language plpgsql as $$
begin
  insert into event_outbox (kind, actor_id, audience, data, occurred_at)
  select 'drop.received', sender_id, array[recipient_id::text],
    jsonb_build_object('drop_id', id, 'from_user_id', sender_id), clock_timestamp()
  from changed;
  return null;
end
$$;

create trigger publish_drops after insert on drop_sent
  referencing new table as changed for each statement execute function publish_drops();

create function publish_wallet_changes() returns trigger language plpgsql as $$
begin
  insert into event_outbox (kind, audience, data, occurred_at)
  select 'wallet.changed', array[user_id::text],
    jsonb_build_object('transaction_id', id, 'amount', amount, 'balance', balance_after), clock_timestamp()
  from changed where user_id is not null;
  return null;
end
$$;

create trigger publish_wallet_changes after insert on drops_transaction
  referencing new table as changed for each statement execute function publish_wallet_changes();

create function publish_export_progress() returns trigger language plpgsql as $$
begin
  insert into event_outbox (kind, audience, data, coalesce_key, occurred_at)
  values ('export.progress', array[new.user_id::text],
    jsonb_build_object('export_id', new.id, 'status', new.status, 'done', new.done, 'total', new.total),
    'export ' || new.id, clock_timestamp());
  return null;
end
$$;

create trigger publish_export_progress after update on data_export for each row
when (new.user_id is not null and (old.status, old.done, old.total) is distinct from (new.status, new.done, new.total))
execute function publish_export_progress();
