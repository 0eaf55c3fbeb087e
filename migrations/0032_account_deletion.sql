-- Deletion of accounts. The profile stays as a shell without a name, so that the ledger, past chains and the audit log have an id to name.
alter table profile
  -- By a super admin. `is_active` is false then, and from the request of a deletion on.
  add column is_deactivated boolean not null default false,
  -- When a deletion that the user requested takes effect. Until then they can restore the account.
  add column erase_at timestamptz(3),
  -- When the erasure began. From then on the account cannot be restored, and no row that references it can be inserted.
  add column erasing_since timestamptz(3),
  -- When everything was erased.
  add column deleted_at timestamptz(3),
  add constraint profile_deletion_check check (
    (erase_at is null or not is_active)
    and (erasing_since is null or erase_at is not null)
    and (deleted_at is null or erasing_since is not null)
  );

update profile set is_deactivated = true where not is_active;

create index profile_erase_at_idx on profile (erase_at) where deleted_at is null and erase_at is not null;

-- An erasure takes the name out of the mentions in entries of others. Few entries have any.
create index journal_entry_mentions_idx on journal_entry using gin (mentions jsonb_path_ops) where mentions <> '[]';

-- Digests, keyed with ENCRYPTION_KEY, of the email addresses and token subjects of erased accounts. For a year, an account with one of
-- them gets no second signup bonus, and tokens from before the deletion create no new account.
create table erased_identity (
  digest text primary key check (char_length(digest) = 43),
  erased_at timestamptz(3) not null
);

create index erased_identity_erased_at_idx on erased_identity (erased_at);

-- A request that began before the erasure could insert a row after it. The foreign key has locked the profile by now, and the erasure
-- begins with a lock that waits for all such locks: so either the erasure finds the row, or this finds the erasure. The function is
-- made for each column, because a static query is planned once.
do $$
declare
  reference record;
begin
  for reference in
    select distinct attname as name from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'profile'::regclass and conrelid not in ('chain'::regclass, 'squad'::regclass)
  loop
    execute format($function$
      create function refuse_erased_%1$s() returns trigger language plpgsql as $body$
      begin
        if exists (select from inserted join profile on profile.id = inserted.%1$I where profile.erasing_since is not null) then
          raise exception 'The account is deleted.' using errcode = 'foreign_key_violation';
        end if;
        return null;
      end
      $body$ $function$, reference.name);
  end loop;
  for reference in
    select distinct conrelid::regclass as relation, attname as name from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'profile'::regclass
      -- Written by the matching alone, for active users, in thousands of rows.
      and conrelid not in ('chain'::regclass, 'squad'::regclass)
  loop
    execute format('create trigger %I after insert on %s referencing new table as inserted
      for each statement execute function refuse_erased_%s()', 'refuse_erased_' || reference.name, reference.relation, reference.name);
  end loop;
end
$$;

create or replace function insert_tombstones() returns trigger language plpgsql as $$
begin
  -- With its user, a record leaves no tombstone.
  insert into tombstone (user_id, kind, id, deleted_at)
  select user_id, tg_table_name, id, date_trunc('milliseconds', clock_timestamp()) from deleted
  where exists (select from profile where profile.id = deleted.user_id and erasing_since is null)
  on conflict (user_id, kind, id) do update set deleted_at = excluded.deleted_at;
  return null;
end
$$;

-- A request that began before the erasure could also change the shell.
create function refuse_change_of_shell() returns trigger language plpgsql as $$
begin
  raise exception 'The account is deleted.' using errcode = 'foreign_key_violation';
end
$$;

create trigger refuse_change_of_shell before update on profile
  for each row when (old.deleted_at is not null) execute function refuse_change_of_shell();

-- The ledger stays append-only, except that an erasure replaces descriptions, which can hold text.
create or replace function reject_drops_ledger_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.user_id is null and to_jsonb(new) - 'user_id' = to_jsonb(old) - 'user_id'
    and not exists (select from profile where id = old.user_id) then
    return new;
  end if;
  if tg_op = 'UPDATE' and new.description = 'Erased' and to_jsonb(new) - 'description' = to_jsonb(old) - 'description' then
    return new;
  end if;
  raise exception 'The drops ledger is append-only.';
end
$$;

-- Emails to users with a profile. All others but personal ones go to external recipients or to accounts without a profile.
alter table outgoing_mail
  drop constraint outgoing_mail_recipient_check,
  add constraint outgoing_mail_recipient_check check (
    case
      when category = 'personal' then user_id is null and external_recipient_id is null and content_digest is not null
      when category in ('welcome', 'reminder', 'digest', 'export-ready', 'account-deletion')
        then user_id is not null and external_recipient_id is null and content_digest is null
      else user_id is null and external_recipient_id is not null and content_digest is null
    end
  );
