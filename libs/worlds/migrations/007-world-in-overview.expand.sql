-- no transaction
-- The Worlds of the public overview, newest first.
create index concurrently world_in_overview on worlds.world (founded_at desc, word)
  where listed and not suspended;
