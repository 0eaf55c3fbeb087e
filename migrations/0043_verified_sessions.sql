-- Whether the email address was verified when the session began. SUPER_ADMIN_EMAILS promotes in such a session only: the one who signed up
-- with an address need not be its owner. Sessions that are open at the migration count as begun before.
alter table identity_session add column "beganVerified" boolean not null default false;

create function note_verified_session() returns trigger language plpgsql as $$
begin
  new."beganVerified" := exists (select from identity_user where "id" = new."userId" and "emailVerified");
  return new;
end
$$;

create trigger note_verified_session before insert on identity_session for each row execute function note_verified_session();
