-- An address of an owner that events of the account are sent to. What waits for it is not stored: it is the rows of the
-- journal behind the cursor. slot bounds the webhooks of an account without a count that two could read at once.
create table account.webhook (
  account_id text not null,
  webhook_id text not null,
  slot smallint not null check (slot between 1 and 10),
  url text not null check (char_length(url) between 1 and 2000),
  events text[] not null check (cardinality(events) > 0),
  secret text not null,
  old_secret text,
  old_secret_until timestamptz,
  state text not null check (state in ('active', 'paused')),
  paused_because text check (paused_because in ('owner', 'failed', 'gone')),
  paused_at timestamptz,
  created_at timestamptz not null,
  -- Rows up to this one were sent or not chosen.
  cursor bigint not null check (cursor >= 0),
  -- Failed attempts of the row behind the cursor, and when that row was written.
  attempts integer not null default 0 check (attempts >= 0),
  waiting_since timestamptz,
  -- When a sender looks at it again. A sender that took it has put its lease here: the next one comes after that.
  due_at timestamptz not null,
  lease text,
  primary key (account_id, webhook_id),
  unique (account_id, slot),
  check ((state = 'paused') = (paused_because is not null)),
  check ((state = 'paused') = (paused_at is not null)),
  check ((old_secret is null) = (old_secret_until is null))
);
create index webhook_due on account.webhook (due_at) where state = 'active';
create index webhook_waiting on account.webhook (waiting_since) where waiting_since is not null;

-- What became of an event: the newest of each webhook, for its owner. seq is the number of the event's journal row.
create table account.webhook_delivery (
  account_id text not null,
  webhook_id text not null,
  seq bigint not null check (seq > 0),
  event text not null,
  at timestamptz not null,
  state text not null check (state in ('waiting', 'delivered', 'requested', 'failed')),
  attempts integer not null check (attempts > 0),
  status integer,
  error text,
  attempted_at timestamptz not null,
  delivered_at timestamptz,
  primary key (account_id, webhook_id, seq),
  foreign key (account_id, webhook_id) references account.webhook on delete cascade
);
create index webhook_delivery_requested on account.webhook_delivery (account_id, webhook_id, seq)
  where state = 'requested';
create index webhook_delivery_attempted on account.webhook_delivery (attempted_at);
