-- True when the account may create, attach and publish in the World, until the calling transaction ends. The lock on the
-- member's row makes a removal or a change of the role wait for it. It is no share lock: a member who keeps writing would
-- hold a removal off. The locking read sees what committed while it waited, whatever snapshot its caller has.
create function worlds.hold_right_v1(p_word text, p_account_id text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from worlds.member m
    where m.account_id = p_account_id and m.word = p_word and m.role in ('founder', 'contributor')
    for no key update of m;
  return found and not exists (select from worlds.world w where w.word = p_word and w.suspended);
end $$;
revoke execute on function worlds.hold_right_v1(text, text) from public;
