-- A known word, sealed under ENCRYPTION_KEY: a node whose key does not open it would serve people whom it cannot sign in.
create table encryption_key_check (
  id boolean primary key default true check (id),
  sealed text not null
);
