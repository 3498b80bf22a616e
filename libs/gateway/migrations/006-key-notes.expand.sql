-- no transaction
-- Keys that end, by the announcement that they had last (30 for none) and by when: a pass over those that are due for the
-- next one reads no others.
create index concurrently key_to_note on gateway.key (coalesce(expiry_noted, 30), expires_at)
  where revoked_at is null and expires_at is not null;
drop index concurrently if exists gateway.key_by_expiry;
-- Keys by the key that each replaced, newest first.
create index concurrently key_by_origin on gateway.key (account_id, rotated_from, created_at desc)
  where rotated_from is not null;
