-- no transaction
-- Public websites of an author in one World, newest publication first: the lists of a World read those of its members.
create index concurrently live_of_author on builder.live (word, account_id, published_at desc, page_id desc)
  where visibility = 'public' and not suspended and not gone;
-- Statements of the version before read live_of_world, which has the same columns and one more.
drop index concurrently if exists builder.live_by_word;
