-- expand: tables keep their names, columns and keys; notification, whose key changes, is partitioned a day later
-- Tables that only grow, in partitions of a month. They are partitioned by id: ids are UUIDs of version 7, which sort by the time at which they
-- were made, so primary keys and references stay what they are, and a lookup by id finds its month. Partitions have a schema of their own,
-- so that each table is listed once.
create schema partitions;

-- The smallest id of an instant, as `smallestIdAt` in ids.ts.
create function smallest_id_at(instant timestamptz) returns uuid language sql immutable as $$
  select (lpad(to_hex(floor(extract(epoch from instant) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid
$$;

-- The statements that add the foreign keys of other tables to this one again, which are dropped here.
create function drop_references(name text) returns text[] language plpgsql as $$
declare
  reference record;
  statements text[] := '{}';
begin
  for reference in
    select conrelid::regclass as relation, conname, pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'f' and confrelid = name::regclass and conparentid = 0
  loop
    execute format('alter table %s drop constraint %I', reference.relation, reference.conname);
    statements := statements ||
      format('alter table %s add constraint %I %s', reference.relation, reference.conname, reference.definition);
  end loop;
  return statements;
end
$$;

-- Partitions a table without moving its rows: it becomes the first partition, which ends with the next month. Until then all rows are in
-- one partition, so a node of the former version, which deletes by ctid alone, deletes what it means to. `<name>_rest` takes the rows of
-- all months that are not made. A unique key without the id holds within each partition only. Returns false if the table is partitioned.
create function partition_by_month(name text) returns boolean language plpgsql as $$
declare
  ends_at timestamp := date_trunc('month', now() at time zone 'UTC') + interval '2 months';
  bound uuid := smallest_id_at(ends_at at time zone 'UTC');
  first text := name || to_char(ends_at, '"_until_"YYYY_MM');
  rest text := name || '_rest';
  statements text[];
  references_ text[];
  statement text;
  trigger_ record;
begin
  execute format('lock table %I in access exclusive mode', name);
  if exists (select from pg_partitioned_table where partrelid = name::regclass) then
    return false;
  end if;
  references_ := drop_references(name);
  select array_agg(pg_get_indexdef(indexrelid)) into statements from pg_index where indrelid = name::regclass and not indisunique;
  statements := statements || array(
    select format('alter table %I add constraint %I %s', name, conname, pg_get_constraintdef(oid)) from pg_constraint
    where contype = 'f' and conrelid = name::regclass);
  for trigger_ in
    select tgname, pg_get_triggerdef(oid) as definition from pg_trigger where tgrelid = name::regclass and not tgisinternal
  loop
    execute format('drop trigger %I on %I', trigger_.tgname, name);
    statements := statements || trigger_.definition;
  end loop;

  execute format('alter table %I rename to %I', name, first);
  execute format('alter table %I set schema partitions', first);
  execute format('create table %I (like partitions.%I including all excluding indexes) partition by range (id)', name, first);
  execute format('alter table %I add constraint %I primary key (id)', name, name || '_pkey');
  execute format('create table partitions.%I (like partitions.%I including all)', rest, first);
  execute format('with beyond as (delete from partitions.%I where id >= $1 returning *) insert into partitions.%I select * from beyond',
    first, rest) using bound;
  execute format('alter table %I attach partition partitions.%I for values from (minvalue) to (%L)', name, first, bound);
  execute format('alter table %I attach partition partitions.%I default', name, rest);
  foreach statement in array statements || references_ loop
    execute statement;
  end loop;
  return true;
end
$$;

-- Makes the partition of a month and moves rows of it out of `<name>_rest`. Returns false if it is made, or another node is making one.
create function make_partition(name text, month date) returns boolean language plpgsql as $$
declare
  made text := name || to_char(month, '_YYYY_MM');
  rest text := name || '_rest';
  lower_bound uuid := smallest_id_at(month::timestamp at time zone 'UTC');
  upper_bound uuid := smallest_id_at((month + interval '1 month') at time zone 'UTC');
  has_rows boolean;
  references_ text[] := '{}';
  statement text;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('partitions of ' || name, 0))
    or to_regclass(format('partitions.%I', made)) is not null then
    return false;
  end if;
  execute format('create table partitions.%I (like partitions.%I including all)', made, rest);
  execute format('lock table partitions.%I in access exclusive mode', rest);
  execute format('select exists (select from partitions.%I where id >= $1 and id < $2)', rest)
    into has_rows using lower_bound, upper_bound;
  if has_rows then
    -- Otherwise what refers to the rows would be deleted with them.
    references_ := drop_references(name);
    execute format('with moved as (delete from partitions.%I where id >= $1 and id < $2 returning *)
      insert into partitions.%I select * from moved', rest, made) using lower_bound, upper_bound;
  end if;
  execute format('alter table %I attach partition partitions.%I for values from (%L) to (%L)', name, made, lower_bound, upper_bound);
  foreach statement in array references_ loop
    execute statement;
  end loop;
  return true;
end
$$;

-- Drops a partition if no row has an age column at or after the instant. Returns whether it was dropped.
create function drop_partition(name text, partition text, age_column text, before timestamptz) returns boolean language plpgsql as $$
declare
  is_needed boolean;
begin
  execute format('lock table %I in access exclusive mode', name);
  if to_regclass(format('partitions.%I', partition)) is null then
    return false;
  end if;
  execute format('select exists (select from partitions.%I where %I >= $1)', partition, age_column) into is_needed using before;
  if is_needed then
    return false;
  end if;
  execute format('alter table %I detach partition partitions.%I', name, partition);
  execute format('drop table partitions.%I', partition);
  return true;
end
$$;

-- Whether the user may get a notification with this key: they have none, and no other transaction is inserting one. A node of the former
-- version relies on a unique key, which a partitioned table cannot have: so `notification` is partitioned a day after this migration.
create function claim_notification_key(recipient uuid, given_key text) returns boolean language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('notification to ' || recipient || ' ' || given_key, 0)) then
    return false;
  end if;
  -- A statement of its own sees what was committed before the lock.
  return not exists (select from notification where user_id = recipient and dedupe_key = given_key);
end
$$;

select partition_by_month('audit_log');
select partition_by_month('token_usage');
