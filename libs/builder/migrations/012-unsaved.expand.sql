-- Edits of the browser editor that are not saved: one row for each website that was ever edited there. It stays when they
-- are saved or dropped, so that seq never starts again and no window takes newer edits for those that it has seen.
create table builder.unsaved (
  account_id text not null,
  page_id bigint not null,
  seq bigint not null check (seq > 0),
  at timestamptz not null default date_trunc('milliseconds', now()),
  dropped_at timestamptz,
  -- Null when there are no edits. Of the edits a member is null that was not edited.
  base_revision integer check (base_revision > 0),
  title text check (char_length(title) between 1 and 120),
  bytes integer,
  chars integer,
  sha256 text,
  newline text check (newline in ('lf', 'crlf', 'mixed', 'none')),
  inline bytea,
  object text check (object like 'body/%'),
  layers_bytes integer,
  layers_chars integer,
  layers_sha256 text,
  layers_inline bytea,
  layers_object text check (layers_object like 'body/%'),
  primary key (account_id, page_id),
  foreign key (account_id, page_id) references builder.page (account_id, page_id),
  check (base_revision is not null or num_nonnulls(title, bytes, layers_bytes, dropped_at) = 0),
  check (num_nonnulls(inline, object) = num_nonnulls(bytes)),
  check (num_nonnulls(layers_inline, layers_object) = num_nonnulls(layers_bytes))
);
create index unsaved_by_object on builder.unsaved (object) where object is not null;
create index unsaved_by_layers_object on builder.unsaved (layers_object) where layers_object is not null;
-- Edits by age: they end after 30 days.
create index unsaved_by_time on builder.unsaved (at) where base_revision is not null;
create index unsaved_by_drop on builder.unsaved (dropped_at) where dropped_at is not null;
