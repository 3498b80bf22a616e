create table gateway.owner (
  id text primary key,
  name text not null check (char_length(name) between 1 and 80),
  email text not null unique check (email = lower(email) and char_length(email) between 3 and 254),
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create table gateway.credential (
  id text primary key,
  user_id text not null references gateway.owner (id) on delete cascade,
  provider_id text not null,
  provider_account_id text not null,
  password text,
  access_token text, refresh_token text, id_token text, scope text,
  access_token_expires_at timestamptz, refresh_token_expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, provider_id)
);
create table gateway.session (
  id text primary key,
  user_id text not null references gateway.owner (id) on delete cascade,
  -- Useless without the secret that signs the cookie, which is not in the database.
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index session_by_user on gateway.session (user_id);
create table gateway.verification (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table gateway.account (
  account_id text primary key check (account_id ~ '^acc_[0-9a-z]{26}$'),
  user_id text not null unique references gateway.owner (id),
  created_at timestamptz not null default now()
);

create table gateway.owner_link (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  -- Null for the first owner's link, which names nobody.
  email text,
  expires_at timestamptz not null,
  used_at timestamptz
);
-- At most one link for the first owner: two cannot both be used.
create unique index owner_link_first on gateway.owner_link ((true)) where email is null and used_at is null;

create table gateway.key (
  account_id text not null references gateway.account (account_id),
  key_id text not null check (key_id ~ '^key_[0-9a-z]{26}$'),
  hash bytea not null unique check (octet_length(hash) = 32),
  name text not null check (char_length(name) between 1 and 80),
  start text not null,
  last4 text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  worlds text[] check (cardinality(worlds) > 0),
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  expires_at timestamptz,
  revoked_at timestamptz,
  rotated_from text,
  last_used_at timestamptz,
  last_used_action text,
  use_count bigint not null default 0 check (use_count >= 0),
  primary key (account_id, key_id)
);
