-- no transaction
-- The websites of the public overview, newest publication first.
create index concurrently live_in_overview on builder.live (published_at desc, page_id desc)
  where listed and visibility = 'public' and not suspended and not gone;
