-- no transaction
-- False when the owner leaves the website out of public overviews.
alter table builder.page add column listed boolean not null default true;
-- True when an agent set the visibility last. A private website is locked unless an agent made it private.
alter table builder.live add column visibility_by_agent boolean not null default false;
