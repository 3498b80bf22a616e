-- How many Worlds the public overview counts, and when they were counted; every replica renews it.
create table worlds.public_tally (
  id smallint primary key check (id = 1),
  worlds bigint not null check (worlds >= 0),
  as_of timestamptz not null
);
insert into worlds.public_tally values (1, 0, 'epoch');
