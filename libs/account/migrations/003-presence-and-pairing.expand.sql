-- Locked by what counts rows of an account before it inserts one more.
create table account.gate (account_id text primary key);

-- The nodes that agents say are running. Neither history nor effect: a row is overwritten by the next heartbeat.
create table account.presence (
  account_id text not null,
  key_id text not null check (key_id ~ '^key_[0-9a-z]{26}$'),
  node_id text not null check (char_length(node_id) between 1 and 64),
  label text check (char_length(label) between 1 and 80),
  capabilities text[] not null check (cardinality(capabilities) <= 20),
  status text check (status in ('idle', 'working', 'waiting')),
  seen_at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (account_id, key_id, node_id)
);
create index presence_by_age on account.presence (seen_at);

-- A session that an owner opened for one agent. Before an agent joined, it has the hash of a code and no key.
create table account.pairing (
  account_id text not null,
  session_id text not null check (session_id ~ '^pair_[0-9a-z]{26}$'),
  code_hash bytea not null check (octet_length(code_hash) = 32),
  tries integer not null default 0 check (tries between 0 and 5),
  key_id text check (key_id ~ '^key_[0-9a-z]{26}$'),
  opened_at timestamptz not null default date_trunc('milliseconds', now()),
  joined_at timestamptz,
  -- Of the code until an agent has joined, then of the session.
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (account_id, session_id),
  check ((key_id is null) = (joined_at is null))
);
create index pairing_by_key on account.pairing (account_id, key_id) where ended_at is null;
create index pairing_by_age on account.pairing (expires_at);
