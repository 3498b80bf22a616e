-- no transaction
-- Websites of an account in one World, by id: a key limited to Worlds lists them.
create index concurrently page_by_word on builder.page (account_id, word, page_id);
-- Public websites of a World in the order of its dashboard.
create index concurrently live_of_world on builder.live (word, published_at desc, page_id desc)
  where visibility = 'public' and not suspended and not gone;
