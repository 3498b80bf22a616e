-- no transaction
-- The newest refusals of a key.
create index concurrently refusal_by_minute on effect.refusal (account_id, key_id, minute);
