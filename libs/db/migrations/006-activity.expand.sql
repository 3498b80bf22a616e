-- no transaction
-- The rows of one website, and of one key: an owner follows them through the journal.
create index concurrently journal_of_page on effect.journal (account_id, page_id, seq) where page_id is not null;
create index concurrently journal_of_key on effect.journal (account_id, key_id, seq) where key_id is not null;
-- The newest refusals of an account.
create index concurrently refusal_of_account on effect.refusal (account_id, minute);
