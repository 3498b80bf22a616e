-- When the founder of the World took the website off it; its own address stays. Null while it is shown there.
alter table builder.live add column off_world_at timestamptz;
