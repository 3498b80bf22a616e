-- Ids of websites are handed out in blocks, so that no two creations wait for each other.
create table builder.page_block (
  id smallint primary key check (id = 1),
  next bigint not null check (next > 0)
);
insert into builder.page_block values (1, 1);

-- What an account's quotas are measured by. Locked after the website's row and before the journal's head.
create table builder.tally (
  account_id text primary key,
  websites integer not null check (websites >= 0),
  bytes bigint not null check (bytes >= 0),
  last_page_id bigint not null check (last_page_id > 0)
);

create table builder.page (
  account_id text not null,
  page_id bigint not null check (page_id > 0),
  title text not null check (char_length(title) between 1 and 120),
  word text not null check (word ~ '^[a-z](?:[a-z0-9-]{0,39}[a-z0-9])?$'),
  kind text not null default 'single' check (kind in ('single', 'project')),
  lineage_id text not null,
  draft_revision integer not null check (draft_revision > 0),
  suspended boolean not null default false,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (account_id, page_id)
);

create table builder.revision (
  account_id text not null,
  page_id bigint not null,
  revision integer not null check (revision > 0),
  at timestamptz not null default date_trunc('milliseconds', now()),
  action text not null,
  actor text not null,
  word text not null check (word ~ '^[a-z](?:[a-z0-9-]{0,39}[a-z0-9])?$'),
  bytes integer not null check (bytes between 0 and 20971520),
  chars integer not null check (chars between 0 and 5242880 and chars <= bytes),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  newline text not null check (newline in ('lf', 'crlf', 'mixed', 'none')),
  inline bytea
    check (inline is null or octet_length(inline) = bytes and bytes <= 262144),
  object text check (object like 'body/%'),
  layers_bytes integer not null check (layers_bytes between 2 and 1048576),
  layers_chars integer not null check (layers_chars between 2 and layers_bytes),
  layers_sha256 text not null check (layers_sha256 ~ '^[0-9a-f]{64}$'),
  layers_inline bytea check (layers_inline is null
    or octet_length(layers_inline) = layers_bytes and layers_bytes <= 65536),
  layers_object text check (layers_object like 'body/%'),
  -- A published revision keeps its bodies for ever; of the others the newest do.
  published boolean not null default false,
  pruned boolean not null default false,
  primary key (account_id, page_id, revision),
  foreign key (account_id, page_id) references builder.page (account_id, page_id),
  check (num_nonnulls(inline, object) = case when pruned then 0 else 1 end),
  check (num_nonnulls(layers_inline, layers_object) = case when pruned then 0 else 1 end),
  check (not (published and pruned))
);
create index revision_by_object on builder.revision (object) where object is not null;
create index revision_by_layers_object on builder.revision (layers_object) where layers_object is not null;
alter table builder.page add foreign key (account_id, page_id, draft_revision)
  references builder.revision (account_id, page_id, revision);

create table builder.publication (
  account_id text not null,
  publication_id text not null check (publication_id ~ '^pub_[0-9a-z]{26}$'),
  page_id bigint not null,
  revision integer not null,
  attempt integer not null check (attempt > 0),
  state text not null check (state in ('pending', 'committed', 'abandoned')),
  idempotency_key text not null,
  started_at timestamptz not null default now(),
  lease_until timestamptz not null,
  snapshot_id text,
  -- False when the snapshot was there before: the objects of this publication are then needed by nothing.
  objects_kept boolean not null default true,
  primary key (account_id, publication_id),
  foreign key (account_id, page_id, revision) references builder.revision (account_id, page_id, revision),
  check ((state = 'committed') = (snapshot_id is not null))
);
create index publication_by_id on builder.publication (publication_id);
create index publication_pending on builder.publication (lease_until) where state = 'pending';

create table builder.snapshot (
  page_id bigint not null check (page_id > 0),
  snapshot_id text not null check (snapshot_id ~ '^sn_[a-z2-7]{26}$'),
  account_id text not null,
  publication_id text not null,
  revision integer not null,
  title text not null check (char_length(title) between 1 and 120),
  word text not null check (word ~ '^[a-z](?:[a-z0-9-]{0,39}[a-z0-9])?$'),
  published_at timestamptz not null default date_trunc('milliseconds', now()),
  publication_mode text not null check (publication_mode in ('portable', 'online')),
  offline_ready boolean not null check (not offline_ready or publication_mode = 'portable'),
  external_form boolean not null,
  page_object text not null check (page_object like 'snap/' || publication_id || '/%'),
  page_bytes bigint not null check (page_bytes >= 0),
  page_sha256 text not null check (page_sha256 ~ '^[0-9a-f]{64}$'),
  check (num_nulls(page_object, page_bytes, page_sha256) in (0, 3)),
  br_object text check (br_object like 'snap/' || publication_id || '/%'),
  br_bytes bigint check (br_bytes >= 0),
  br_sha256 text check (br_sha256 ~ '^[0-9a-f]{64}$'),
  check (num_nulls(br_object, br_bytes, br_sha256) in (0, 3)),
  gzip_object text check (gzip_object like 'snap/' || publication_id || '/%'),
  gzip_bytes bigint check (gzip_bytes >= 0),
  gzip_sha256 text check (gzip_sha256 ~ '^[0-9a-f]{64}$'),
  check (num_nulls(gzip_object, gzip_bytes, gzip_sha256) in (0, 3)),
  archive_object text check (archive_object like 'snap/' || publication_id || '/%'),
  archive_bytes bigint check (archive_bytes >= 0),
  archive_sha256 text check (archive_sha256 ~ '^[0-9a-f]{64}$'),
  check (num_nulls(archive_object, archive_bytes, archive_sha256) in (0, 3)),
  archive_filename text,
  primary key (page_id, snapshot_id),
  foreign key (account_id, page_id, revision) references builder.revision (account_id, page_id, revision),
  foreign key (account_id, publication_id) references builder.publication (account_id, publication_id),
  check ((publication_mode = 'portable') = (archive_object is not null)),
  check ((archive_object is null) = (archive_filename is null))
);
create index snapshot_by_date on builder.snapshot (page_id, published_at desc);

create table builder.live (
  page_id bigint primary key check (page_id > 0),
  account_id text not null,
  snapshot_id text not null,
  published_revision integer not null,
  -- The World in which it was published last; moving the draft moves nothing public.
  word text not null check (word ~ '^[a-z](?:[a-z0-9-]{0,39}[a-z0-9])?$'),
  visibility text not null check (visibility in ('private', 'unlisted', 'public')),
  suspended boolean not null default false,
  version bigint not null check (version > 0),
  published_at timestamptz not null default date_trunc('milliseconds', now()),
  foreign key (page_id, snapshot_id) references builder.snapshot (page_id, snapshot_id),
  foreign key (account_id, page_id, published_revision)
    references builder.revision (account_id, page_id, revision)
);
create index live_by_word on builder.live (word, published_at desc)
  where visibility = 'public' and not suspended;
