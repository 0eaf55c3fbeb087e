-- Whoever sends a request without having signed in is known by the network that it comes from. The digest is made of network and
-- key, so that it tells nobody's address.
alter table idempotency_key
  drop constraint idempotency_key_pkey,
  alter column user_id drop not null,
  add column address_digest text,
  add constraint idempotency_key_of_person unique (user_id, key),
  add constraint idempotency_key_of_address unique (address_digest),
  add constraint idempotency_key_caller check (num_nonnulls(user_id, address_digest) = 1);

create index idempotency_key_of_address_in_time on idempotency_key (claimed_at) where address_digest is not null;
