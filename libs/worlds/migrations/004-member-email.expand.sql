-- The address by which a member was invited: by it the founder changes the role and ends the membership.
alter table worlds.member add column email_hash bytea, add column email_typed text;
