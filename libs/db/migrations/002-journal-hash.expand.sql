-- The text that a journal row is hashed from has a version. Version 1 holds the time as the text of extract(epoch), which
-- engines print differently; version 2 holds it as whole milliseconds. Rows keep the version that they were written with.
alter table effect.journal add column hash_v smallint not null default 1;

create function effect.row_hash(hash_v smallint, prev bytea, account_id text, seq bigint, at timestamptz, action text,
  actor text, key_id text, surface text, page_id bigint, word text, rev_before integer, rev_after integer,
  request_id text)
returns bytea language sql immutable as $$
  select case hash_v
    when 1 then effect.row_hash(prev, account_id, seq, at, action, actor, key_id, surface, page_id, word, rev_before,
      rev_after, request_id)
    when 2 then sha256(prev || convert_to(jsonb_build_array(2, account_id, seq,
      (extract(epoch from at) * 1000)::bigint, action, actor, key_id, surface, page_id, word, rev_before, rev_after,
      request_id)::text, 'UTF8'))
  end
$$;

create or replace function effect.append(p_account_id text, p_action text, p_actor text, p_key_id text, p_surface text,
  p_page_id bigint, p_word text, p_rev_before integer, p_rev_after integer, p_request_id text)
returns bigint language plpgsql as $$
declare
  version constant smallint := 2;
  head effect.journal_head;
  moment timestamptz := date_trunc('milliseconds', clock_timestamp());
  made bytea;
begin
  insert into effect.journal_head values (p_account_id, 0, ''::bytea) on conflict do nothing;
  select * into head from effect.journal_head where account_id = p_account_id for update;
  made := effect.row_hash(version, head.hash, p_account_id, head.seq + 1, moment, p_action, p_actor, p_key_id,
    p_surface, p_page_id, p_word, p_rev_before, p_rev_after, p_request_id);
  insert into effect.journal (account_id, seq, at, action, actor, key_id, surface, page_id, word, rev_before, rev_after,
    request_id, prev, hash, hash_v)
  values (p_account_id, head.seq + 1, moment, p_action, p_actor, p_key_id, p_surface, p_page_id, p_word, p_rev_before,
    p_rev_after, p_request_id, head.hash, made, version);
  update effect.journal_head set seq = head.seq + 1, hash = made where account_id = p_account_id;
  return head.seq + 1;
end $$;
