-- Administration of people: everybody in the order in which they came, and whoever a part of a name or an address means.
create index profile_in_time on profile (created_at desc, id desc);

create extension if not exists pg_trgm;

create index profile_words on profile using gin (full_name gin_trgm_ops, email gin_trgm_ops);

-- The last one is protected, so they are looked for at each change of a role.
create index profile_super_admin on profile (id) where role = 'super_admin';

alter table profile add constraint profile_ai_is_no_super_admin check (not (is_ai and role = 'super_admin'));

-- Who acts in whose place. A row is the session, which its token must find open at each request, and its line in the log in
-- one; it outlives the people whom it names.
create table impersonation (
  id uuid primary key,
  admin_id uuid not null,
  target_id uuid not null check (target_id <> admin_id),
  reason text not null check (char_length(reason) between 1 and 1000),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null check (expires_at > created_at),
  -- When it was stopped; null where it ran out, or still runs.
  ended_at timestamptz(3)
);

create index impersonation_in_time on impersonation (created_at desc, id desc);
create index impersonation_of_admin on impersonation (admin_id, expires_at);
create index impersonation_of_target on impersonation (target_id, expires_at);

alter table audit_log
  -- Null where nobody had signed in: the command at the machine itself, and the configuration.
  alter column actor_id drop not null,
  -- In whose place the actor did it; null where people act for themselves.
  add column on_behalf_of uuid;

create index audit_log_of_actor on audit_log (actor_id, created_at desc, id desc);
create index audit_log_of_subject on audit_log (subject_id, created_at desc, id desc);
create index audit_log_of_action on audit_log (action, created_at desc, id desc);
