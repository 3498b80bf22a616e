-- Approximate counts of the calls of a key by hour and action, for its owner. Neither history nor effect.
create table gateway.key_hour (
  account_id text not null,
  key_id text not null,
  hour timestamptz not null,
  action text not null check (char_length(action) between 1 and 80),
  answered integer not null check (answered >= 0),
  refused integer not null check (refused >= 0),
  primary key (account_id, key_id, hour, action)
);
create index key_hour_by_age on gateway.key_hour (hour);
-- Rates of this key below those of the policy, by their names, per second; null for none.
alter table gateway.key add column limits jsonb;
