-- no transaction
-- Published websites of an account, by id.
create index concurrently live_of_account on builder.live (account_id, page_id);
-- The same in one World: a key limited to Worlds lists them.
create index concurrently live_of_account_in_world on builder.live (account_id, word, page_id);
