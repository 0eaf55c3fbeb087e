-- Whose tokens lead to a profile by their subject, where that is its id: the issuer's, or 'built-in'. Null until the next request
-- says it. Empty where the id was generated, for another subject (profile_subject): then no subject is the id.
alter table profile add column token_issuer text;
update profile set token_issuer = '' where exists (select from profile_subject where profile_id = profile.id);
