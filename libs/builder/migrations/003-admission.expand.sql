-- Objects that the gateway may store for one call. Adopting, discarding and sweeping an object remove this row first, so
-- only one of them happens to an object.
create table builder.admission (
  account_id text not null,
  object text not null check (object ~ '^(body|ingest)/[0-9a-z]{26}$'),
  bytes bigint not null check (bytes > 0),
  at timestamptz not null default now(),
  primary key (account_id, object)
);
create index admission_by_time on builder.admission (at);
create index admission_by_object on builder.admission (object);
