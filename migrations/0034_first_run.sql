-- The code by which the first person becomes super admin in the browser. It is derived from the id, and not stored.
create table first_run_code (
  -- One row at most.
  is_only boolean primary key default true check (is_only),
  id uuid not null,
  created_at timestamptz(3) not null,
  -- Set while an account is created with it, and from then on.
  claimed_at timestamptz(3)
);
