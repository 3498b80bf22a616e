-- How many websites the public overview counts, and when they were counted; every replica renews it.
create table builder.public_tally (
  id smallint primary key check (id = 1),
  websites bigint not null check (websites >= 0),
  as_of timestamptz not null
);
insert into builder.public_tally values (1, 0, 'epoch');
