-- Whether the identity provider vouches for the address, as the last access token said. What comes again goes to such addresses alone.
alter table profile add column email_verified boolean not null default false;
