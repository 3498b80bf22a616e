-- Numbers the messages of an account. Its row is locked until the message commits, so that ids become visible in their
-- order and a reader that goes on behind an id misses none.
create table account.mailbox (
  account_id text primary key,
  last_id bigint not null check (last_id > 0)
);
-- Messages of one reader, the owner or a key, that it has not acknowledged.
create table account.inbox (
  account_id text not null,
  reader text not null check (reader = 'owner' or reader ~ '^key_[0-9a-z]{26}$'),
  waiting integer not null check (waiting between 0 and 1000),
  primary key (account_id, reader)
);
create table account.message (
  account_id text not null,
  id bigint not null,
  writer text not null check (writer = 'owner' or writer ~ '^key_[0-9a-z]{26}$'),
  reader text not null check (reader = 'owner' or reader ~ '^key_[0-9a-z]{26}$'),
  text text not null check (char_length(text) between 1 and 4000),
  ref_page_id bigint,
  ref_revision integer,
  reply_to bigint,
  session_id text,
  at timestamptz not null default date_trunc('milliseconds', now()),
  acked_at timestamptz,
  primary key (account_id, id),
  check ((ref_page_id is null) = (ref_revision is null))
);
create index message_waiting on account.message (account_id, reader, id) where acked_at is null;
create index message_conversation on account.message (account_id, reader, writer, id);
create index message_by_age on account.message (at);
