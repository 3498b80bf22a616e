-- no transaction
-- What visitors see of an account, newest publication first: the home of its owner.
create index concurrently live_by_account_date on builder.live (account_id, published_at desc, page_id desc)
  where visibility in ('public', 'unlisted') and not suspended and not gone;
