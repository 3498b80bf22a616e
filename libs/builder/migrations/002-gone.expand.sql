-- Removed for good: its addresses answer 410, where a suspended one answers 451.
alter table builder.live add column gone boolean not null default false;
