-- What the ledger of an account adds up to. Every credit that was granted is in exactly one of the three other columns.
create table account.balance (
  account_id text primary key,
  granted bigint not null default 0,
  balance bigint not null default 0 check (balance >= 0),
  held bigint not null default 0 check (held >= 0),
  spent bigint not null default 0 check (spent >= 0),
  entries bigint not null default 0,
  check (granted = balance + held + spent)
);
-- Credits spent per day, refunds taken off: the reading of 30 days costs 30 rows whatever the ledger holds.
create table account.spent_day (
  account_id text not null,
  day date not null,
  amount bigint not null,
  primary key (account_id, day)
);

-- Each entry takes an amount from one column of the balance and puts it into another. ref names what the entry is for: a
-- grant's reference, or the hold that it makes or ends.
create table account.ledger (
  account_id text not null,
  entry bigint not null,
  kind text not null check (kind in ('grant', 'hold', 'capture', 'release', 'refund')),
  amount bigint not null check (amount between 1 and 1000000000),
  ref text not null check (char_length(ref) between 1 and 128),
  debit text not null generated always as (case kind
    when 'grant' then 'granted' when 'hold' then 'balance' when 'refund' then 'spent' else 'held' end) stored,
  credit text not null generated always as (case kind
    when 'hold' then 'held' when 'capture' then 'spent' else 'balance' end) stored,
  at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (account_id, entry),
  unique (account_id, kind, ref)
);
-- A hold ends once: it is captured or released, never both.
create unique index ledger_hold_end on account.ledger (account_id, ref) where kind in ('capture', 'release');

-- Numbers the entry without a gap and books it, so that no row exists which the balance does not contain. A balance that
-- would be negative fails its check, and with it the insert.
create function account.post_entry() returns trigger language plpgsql as $$
declare
  to_balance bigint := case new.kind when 'grant' then 1 when 'release' then 1 when 'refund' then 1
    when 'hold' then -1 else 0 end * new.amount;
  to_held bigint := case new.kind when 'hold' then 1 when 'capture' then -1 when 'release' then -1 else 0 end * new.amount;
  to_spent bigint := case new.kind when 'capture' then 1 when 'refund' then -1 else 0 end * new.amount;
begin
  if new.kind = 'grant' then
    insert into account.balance (account_id) values (new.account_id) on conflict do nothing;
  end if;
  update account.balance b set balance = b.balance + to_balance, held = b.held + to_held, spent = b.spent + to_spent,
      granted = b.granted + to_balance + to_held + to_spent, entries = b.entries + 1
    where b.account_id = new.account_id returning b.entries into new.entry;
  if not found then
    raise exception 'the account has no credits' using errcode = 'check_violation';
  end if;
  if to_spent <> 0 then
    insert into account.spent_day as d (account_id, day, amount)
      values (new.account_id, (new.at at time zone 'utc')::date, to_spent)
      on conflict (account_id, day) do update set amount = d.amount + excluded.amount;
  end if;
  return new;
end $$;
create trigger ledger_posts_entry before insert on account.ledger
  for each row execute function account.post_entry();

create function account.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is written by entries of account.ledger only', tg_table_name;
end $$;
create trigger ledger_append_only before update or delete on account.ledger
  for each row execute function account.refuse_change();
create trigger ledger_never_emptied before truncate on account.ledger
  for each statement execute function account.refuse_change();
-- At depth 0 a statement of a client writes, at depth 1 the ledger's trigger.
create trigger balance_follows_ledger before insert or update or delete on account.balance
  for each row when (pg_trigger_depth() < 1) execute function account.refuse_change();
create trigger spent_day_follows_ledger before insert or update or delete on account.spent_day
  for each row when (pg_trigger_depth() < 1) execute function account.refuse_change();
