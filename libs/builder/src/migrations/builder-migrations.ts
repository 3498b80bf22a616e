import { LIMITS } from '@bridge/contracts';

const WORD = "'^[a-z](?:[a-z0-9-]{0,39}[a-z0-9])?$'";
const SHA256 = "'^[0-9a-f]{64}$'";
/** UTF-8 takes at most four bytes for a code point. */
const HTML_BYTES_MAX = 4 * LIMITS.rawHtmlCharsMax;

/** A stored object, as three columns; `optional` for one that may be absent as a whole. */
function objectColumns(name: string, optional: boolean): string {
  const required = optional ? '' : ' not null';
  return `
      ${name}_object text${required} check (${name}_object like 'snap/' || publication_id || '/%'),
      ${name}_bytes bigint${required} check (${name}_bytes >= 0),
      ${name}_sha256 text${required} check (${name}_sha256 ~ ${SHA256}),
      check (num_nulls(${name}_object, ${name}_bytes, ${name}_sha256) in (0, 3)),`;
}

/**
 * Schema `builder`: websites, their revisions, and what of them is public. States that must not be cannot be stored:
 * limits, forms and pointers stand in the tables. Private tables begin their key with the account; `live` and
 * `snapshot` are what the public reads, by website. Append-only: a change is a new entry.
 */
export const BUILDER_MIGRATIONS: Readonly<Record<string, string>> = {
  '001-websites': `
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
      title text not null check (char_length(title) between 1 and ${LIMITS.titleCharsMax}),
      word text not null check (word ~ ${WORD}),
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
      word text not null check (word ~ ${WORD}),
      bytes integer not null check (bytes between 0 and ${HTML_BYTES_MAX}),
      chars integer not null check (chars between 0 and ${LIMITS.rawHtmlCharsMax} and chars <= bytes),
      sha256 text not null check (sha256 ~ ${SHA256}),
      newline text not null check (newline in ('lf', 'crlf', 'mixed', 'none')),
      inline bytea
        check (inline is null or octet_length(inline) = bytes and bytes <= ${LIMITS.inlineBodyBytesMax}),
      object text check (object like 'body/%'),
      layers_bytes integer not null check (layers_bytes between 2 and ${LIMITS.layersBytesMax}),
      layers_chars integer not null check (layers_chars between 2 and layers_bytes),
      layers_sha256 text not null check (layers_sha256 ~ ${SHA256}),
      layers_inline bytea check (layers_inline is null
        or octet_length(layers_inline) = layers_bytes and layers_bytes <= ${LIMITS.inlineLayersBytesMax}),
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
      title text not null check (char_length(title) between 1 and ${LIMITS.titleCharsMax}),
      word text not null check (word ~ ${WORD}),
      published_at timestamptz not null default date_trunc('milliseconds', now()),
      publication_mode text not null check (publication_mode in ('portable', 'online')),
      offline_ready boolean not null check (not offline_ready or publication_mode = 'portable'),
      external_form boolean not null,${objectColumns('page', false)}${objectColumns('br', true)}${objectColumns('gzip', true)}${objectColumns('archive', true)}
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
      word text not null check (word ~ ${WORD}),
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
  `,
  '002-gone': `
    -- Removed for good: its addresses answer 410, where a suspended one answers 451.
    alter table builder.live add column gone boolean not null default false;
  `,
};
