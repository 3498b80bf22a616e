-- How far the chain of an account was checked for its owner, and the first row that does not fit.
create table account.chain_check (
  account_id text primary key,
  seq bigint not null check (seq >= 0),
  at timestamptz not null,
  first_bad bigint check (first_bad > seq)
);
-- What an owner has hidden at home, until the facts that it was shown with change.
create table account.attention_hidden (
  account_id text not null,
  kind text not null,
  ref text not null check (char_length(ref) between 1 and 80),
  facts text not null check (facts ~ '^[0-9a-f]{64}$'),
  at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (account_id, kind, ref)
);
