create table effect.cell (id text primary key);
insert into effect.cell values (gen_random_uuid()::text);

create table effect.idempotency (
  account_id text not null,
  key text not null check (key ~ '^[A-Za-z0-9._:-]{8,128}$'),
  action text not null,
  fp text not null,
  fp_v smallint not null,
  words text[] not null,
  response text,
  publication_id text,
  at timestamptz not null default now(),
  primary key (account_id, key),
  check (response is not null or publication_id is not null or words = '{}')
);
create index idempotency_at on effect.idempotency (at);

create table effect.journal_head (
  account_id text primary key,
  seq bigint not null check (seq >= 0),
  hash bytea not null
);
create table effect.journal (
  account_id text not null,
  seq bigint not null check (seq > 0),
  at timestamptz not null,
  action text not null,
  actor text not null,
  key_id text,
  surface text not null,
  page_id bigint,
  word text,
  rev_before integer,
  rev_after integer,
  request_id text not null,
  prev bytea not null,
  hash bytea not null,
  primary key (account_id, seq)
);

-- The text of a row is a JSON array: no two different rows have the same text.
create function effect.row_hash(prev bytea, account_id text, seq bigint, at timestamptz, action text, actor text,
  key_id text, surface text, page_id bigint, word text, rev_before integer, rev_after integer, request_id text)
returns bytea language sql immutable as $$
  select sha256(prev || convert_to(jsonb_build_array(account_id, seq, extract(epoch from at)::text, action, actor,
    key_id, surface, page_id, word, rev_before, rev_after, request_id)::text, 'UTF8'))
$$;

create function effect.append(p_account_id text, p_action text, p_actor text, p_key_id text, p_surface text,
  p_page_id bigint, p_word text, p_rev_before integer, p_rev_after integer, p_request_id text)
returns bigint language plpgsql as $$
declare
  head effect.journal_head;
  moment timestamptz := date_trunc('milliseconds', clock_timestamp());
  made bytea;
begin
  insert into effect.journal_head values (p_account_id, 0, ''::bytea) on conflict do nothing;
  select * into head from effect.journal_head where account_id = p_account_id for update;
  made := effect.row_hash(head.hash, p_account_id, head.seq + 1, moment, p_action, p_actor, p_key_id, p_surface,
    p_page_id, p_word, p_rev_before, p_rev_after, p_request_id);
  insert into effect.journal values (p_account_id, head.seq + 1, moment, p_action, p_actor, p_key_id, p_surface,
    p_page_id, p_word, p_rev_before, p_rev_after, p_request_id, head.hash, made);
  update effect.journal_head set seq = head.seq + 1, hash = made where account_id = p_account_id;
  return head.seq + 1;
end $$;

create function effect.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'effect.journal is append-only';
end $$;
create trigger journal_append_only before update or delete or truncate on effect.journal
  for each statement execute function effect.refuse_change();

create table effect.refusal (
  account_id text not null,
  key_id text not null,
  action text not null,
  code text not null,
  minute timestamptz not null,
  n integer not null check (n > 0),
  primary key (account_id, key_id, action, code, minute)
);
