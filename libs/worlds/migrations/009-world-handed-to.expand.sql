-- no transaction
-- The Worlds that are offered to an account.
create index concurrently world_handed_to on worlds.world (handed_to, handed_at, word) where handed_to is not null;
