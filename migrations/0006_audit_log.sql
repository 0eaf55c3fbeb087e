-- Privileged reads and writes: who did what to whose record.
create table audit_log (
  id uuid primary key,
  actor_id uuid not null,
  action text not null,
  subject_type text not null,
  subject_id uuid not null,
  details jsonb not null default '{}',
  created_at timestamptz(3) not null
);

create index audit_log_in_time on audit_log (created_at desc, id desc);
