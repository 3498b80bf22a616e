create table worlds.world (
  word text primary key check (word ~ '^[a-z](?:[a-z0-9-]{0,39}[a-z0-9])?$'),
  founder text not null,
  title text not null check (char_length(title) between 1 and 120),
  text text not null default '' check (char_length(text) <= 4000),
  suspended boolean not null default false,
  founded_at timestamptz not null default date_trunc('milliseconds', now()),
  unique (word, founder)
);

-- A word once claimed stays claimed: whoever linked to it never finds a stranger there.
create function worlds.refuse_recycling() returns trigger language plpgsql as $$
begin
  raise exception 'a word is never released';
end $$;
create trigger world_word_is_for_ever before update of word on worlds.world
  for each row when (old.word is distinct from new.word) execute function worlds.refuse_recycling();
create trigger world_never_deleted before delete on worlds.world
  for each row execute function worlds.refuse_recycling();
create trigger world_never_emptied before truncate on worlds.world
  for each statement execute function worlds.refuse_recycling();

create table worlds.member (
  account_id text not null,
  word text not null references worlds.world (word),
  role text not null check (role in ('founder', 'contributor', 'viewer')),
  since timestamptz not null default date_trunc('milliseconds', now()),
  -- Ties the role of founder to the one account the World names; null for every other role.
  founder_of text generated always as (case when role = 'founder' then account_id end) stored,
  primary key (account_id, word),
  foreign key (word, founder_of) references worlds.world (word, founder)
);
create index member_by_word on worlds.member (word);

-- Counts foundings per account: its row is what two foundings at the quota's edge wait for.
create table worlds.tally (
  account_id text primary key,
  founded integer not null check (founded >= 0)
);

create view worlds.right_v1 as
  select m.word, m.account_id, m.role, w.suspended
  from worlds.member m join worlds.world w on w.word = m.word;
