-- How far the chain of an account has been verified: a verification goes on behind this row.
alter table effect.journal_head add column verified_seq bigint not null default 0;

-- Checks up to p_rows rows behind a row, across accounts: number, link, hash, and that the account's head is not before.
-- With p_marked, rows up to the mark of their account are left out. Answers the bad rows and the last one.
-- It moves the marks itself, as the owner, because no role may write them: forward to the last row that it found good
-- without a break behind the mark, and back to before a bad row. Nobody can mark a row that does not verify.
create function effect.verify_rows(p_account_id text, p_seq bigint, p_rows integer, p_marked boolean)
returns table (account_id text, seq bigint, reason text)
language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  -- One page at a time: two would wait for each other's heads.
  perform pg_advisory_xact_lock(4127301767);
  return query with page as materialized (
    (select j.*, case when account_id = p_account_id then p_seq else 0 end as before
      from effect.journal j where not p_marked and (account_id, seq) > (p_account_id, p_seq)
      order by account_id, seq limit p_rows)
    union all
    (select j.*, fresh.before
      from (
        -- Of the accounts with rows behind their marks no more than fill the page.
        select account_id, before, sum(news) over (order by account_id) - news as ahead from (
          select h.account_id, m.before, h.seq - m.before as news
          from effect.journal_head h
          cross join lateral (
            select greatest(h.verified_seq, case when h.account_id = p_account_id then p_seq else 0 end) as before
          ) m
          where p_marked and h.account_id >= p_account_id and h.seq > m.before
          order by h.account_id limit p_rows
        ) heads
      ) fresh
      cross join lateral (
        select * from effect.journal where account_id = fresh.account_id and seq > fresh.before
        order by seq limit p_rows
      ) j
      where ahead < p_rows
      order by j.account_id, j.seq limit p_rows)
  ), linked as (
    select page.*, lag(seq) over w as seq_before, lag(hash) over w as hash_before,
      row_number() over (order by account_id desc, seq desc) = 1 as is_last
    from page window w as (partition by account_id order by seq)
  ), judged as (
    select j.account_id, j.seq, j.before, j.is_last, case
      when j.seq <> coalesce(j.seq_before, b.seq, 0) + 1 then 'gap'
      when j.prev <> coalesce(j.hash_before, b.hash, '') then 'link'
      when j.hash is distinct from effect.row_hash(j.hash_v, j.prev, j.account_id, j.seq, j.at, j.action, j.actor,
        j.key_id, j.surface, j.page_id, j.word, j.rev_before, j.rev_after, j.request_id) then 'hash'
      when h.seq is null or h.seq < j.seq then 'head' end as reason
    from linked j
    -- Looked up one by one, whatever the planner thinks of the page: the tables are far larger.
    left join lateral (select seq from effect.journal_head where account_id = j.account_id limit 1) h on true
    left join lateral (
      select seq, hash from effect.journal where j.seq_before is null and account_id = j.account_id and seq = j.before
      limit 1
    ) b on true
  ), flagged as (
    select *, bool_or(reason is not null) over (partition by account_id order by seq) as broken from judged
  ), ends as (
    select account_id, min(before) as before, min(seq) filter (where broken) as bad,
      coalesce(max(seq) filter (where not broken), min(before)) as good
    from flagged group by account_id
  ), marked as (
    update effect.journal_head h set verified_seq = e.good from ends e
    where h.account_id = e.account_id
      and (e.bad <= h.verified_seq or e.before <= h.verified_seq and e.good > h.verified_seq)
  )
  select account_id, seq, reason from judged where reason is not null or is_last order by account_id, seq;
end $$;
revoke execute on function effect.verify_rows(text, bigint, integer, boolean) from public;
