-- no transaction
-- The days before its end that a key was last announced at: 14, 3 or 0.
alter table gateway.key add column expiry_noted integer;
-- Keys that end, by when.
create index concurrently key_by_expiry on gateway.key (expires_at) where revoked_at is null and expires_at is not null;
