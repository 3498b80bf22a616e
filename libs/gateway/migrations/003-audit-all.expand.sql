-- The owner's consent that a key reads the whole journal of the account, not only the rows of its own calls.
alter table gateway.key add column audit_all boolean not null default false;

-- Names of keys, for the service that shows the journal.
create view gateway.key_name_v1 as select account_id, key_id, name from gateway.key;
