-- How far this database has come. The number rises with each mark that is written to the blob store, so a database whose
-- number is below the store's is an older copy.
create table builder.high_water (
  id smallint primary key check (id = 1),
  mark bigint not null check (mark >= 0),
  -- No sweep moves or removes an object before this time.
  sweeps_held_until timestamptz not null default '-infinity'
);
insert into builder.high_water (id, mark) values (1, 0);
