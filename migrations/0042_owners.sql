-- expand: a trigger fills in the owner for nodes of the version before
-- Each row of a user names its owner, so that a statement can name it too.

alter table push_delivery add column user_id uuid;

update push_delivery set user_id = notification.user_id
from notification where notification.id = notification_id;

alter table push_delivery
  alter column user_id set not null,
  add constraint push_delivery_user_id_fkey foreign key (user_id) references profile (id) on delete cascade;

create index push_delivery_user_id_idx on push_delivery (user_id);

-- Nodes of the version before insert without an owner. To be dropped once none of them can run.
create function set_owner_of_push_delivery() returns trigger language plpgsql as $$
begin
  select user_id into new.user_id from push_device where id = new.device_id;
  return new;
end
$$;

create trigger set_owner before insert on push_delivery
  for each row when (new.user_id is null) execute function set_owner_of_push_delivery();

create trigger refuse_erased_user_id after insert on push_delivery
  referencing new table as inserted for each statement execute function refuse_erased_user_id();
