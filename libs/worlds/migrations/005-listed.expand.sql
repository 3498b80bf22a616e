-- False when the founder leaves the World out of public overviews.
alter table worlds.world add column listed boolean not null default true;
