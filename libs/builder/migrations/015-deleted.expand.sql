-- no transaction
-- A deleted website: hidden at once, its contents removed at purge_at.
alter table builder.page add column deleted_at timestamptz;
alter table builder.page add column purge_at timestamptz;
-- True when the deletion took the public side down, so that its end shows it again.
alter table builder.live add column gone_by_owner boolean not null default false;
create index concurrently page_deleted on builder.page (account_id, page_id) where deleted_at is not null;
create index concurrently page_due on builder.page (purge_at) where purge_at is not null;
-- A purge removes publications of one website, and checks that no snapshot names them.
create index concurrently publication_of_page on builder.publication (account_id, page_id, revision);
create index concurrently snapshot_of_publication on builder.snapshot (account_id, publication_id);
-- Websites that were public and whose contents are gone: their addresses answer 410 for ever.
create table builder.purged (
  page_id bigint primary key check (page_id > 0),
  version bigint not null check (version > 0)
);
-- Publications of purged websites: nothing needs their objects.
create table builder.purged_publication (
  publication_id text primary key
);
