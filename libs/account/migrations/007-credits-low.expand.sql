-- Accounts that were told of their low balance since credits were last added to it.
create table account.low_balance (
  account_id text primary key,
  at timestamptz not null default date_trunc('milliseconds', now())
);
