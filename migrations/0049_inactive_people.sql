-- The few people whose shared entries, notebooks and tone packs others do not see. Every row of a list asks for its author here.
create index profile_that_is_inactive on profile (id) where not is_active;
