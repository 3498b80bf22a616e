-- The keys of an account that work now, for other services: who receives messages. Nothing of a key's secret is in it.
create view gateway.active_key_v1 as
  select k.account_id, k.key_id, k.scopes from gateway.key k
  where k.revoked_at is null and (k.expires_at is null or k.expires_at > now());
