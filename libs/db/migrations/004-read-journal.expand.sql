-- The last row of an account that is older than a moment, 0 without one. The chain has no gap and its times rise, so a
-- binary search over the primary key finds it in 20 look-ups among a million rows, without an index by time.
create function effect.seq_before(p_account_id text, p_at timestamptz) returns bigint language plpgsql stable as $$
declare
  low bigint := 0;
  high bigint;
  middle bigint;
begin
  select seq into high from effect.journal_head where account_id = p_account_id;
  while low < high loop
    middle := (low + high + 1) / 2;
    if (select at < p_at from effect.journal where account_id = p_account_id and seq = middle) then
      low := middle;
    else
      high := middle - 1;
    end if;
  end loop;
  return low;
end $$;
