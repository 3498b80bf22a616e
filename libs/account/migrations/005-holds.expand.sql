-- Credits set aside for one paid call, named by its idempotency key. The lease tells a call in progress from one whose
-- process died; attempt is the fence that a process which was replaced cannot pass.
create table account.hold (
  account_id text not null,
  hold_id text not null check (hold_id ~ '^hold_[0-9a-z]{26}$'),
  idempotency_key text not null,
  action text not null,
  amount bigint not null check (amount > 0),
  attempt integer not null default 1 check (attempt > 0),
  state text not null default 'held' check (state in ('held', 'captured', 'released', 'refunded')),
  lease_until timestamptz not null,
  at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (account_id, hold_id)
);
create unique index hold_by_key on account.hold (account_id, idempotency_key) where state = 'held';
create index hold_by_lease on account.hold (lease_until) where state = 'held';

-- Spends a hold inside the transaction of the effect that was paid for, which another service runs: the effect and its
-- price commit together or not at all. state is captured, before (this hold was captured earlier), fenced (another
-- attempt has the hold) or gone.
create function account.capture_v1(p_account_id text, p_hold_id text, p_attempt integer)
returns table (state text, amount bigint, balance bigint)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  held account.hold;
begin
  select * into held from account.hold h where h.account_id = p_account_id and h.hold_id = p_hold_id for update;
  if held.state = 'held' and held.attempt = p_attempt then
    update account.hold h set state = 'captured' where h.account_id = p_account_id and h.hold_id = p_hold_id;
    insert into account.ledger (account_id, kind, amount, ref)
      values (p_account_id, 'capture', held.amount, p_hold_id);
    held.state := 'captured';
  else
    held.state := case held.state when 'held' then 'fenced' when 'captured' then 'before' else 'gone' end;
  end if;
  return query select coalesce(held.state, 'gone'), coalesce(held.amount, 0),
    coalesce((select b.balance from account.balance b where b.account_id = p_account_id), 0);
end $$;
revoke execute on function account.capture_v1(text, text, integer) from public;
