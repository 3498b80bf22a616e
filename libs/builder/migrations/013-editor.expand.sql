-- no transaction
-- Bytes of the unsaved edits of the account.
alter table builder.tally add column unsaved_bytes bigint not null default 0;
-- The revision whose texts this one brought back.
alter table builder.revision add column restored_from integer;
-- The title that the publisher composes with: a website can be renamed while it is published.
alter table builder.publication add column title text;
-- The visibility that the owner chose with the publication; null keeps what it is.
alter table builder.publication add column visibility text;
-- How many errors, warnings and notes the verdict listed; null for snapshots of older releases.
alter table builder.snapshot add column warnings integer[];
