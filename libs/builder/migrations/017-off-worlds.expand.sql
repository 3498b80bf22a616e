-- Worlds that a founder took a website off. It stays so when the website is published elsewhere and comes back.
create table builder.off_world (
  page_id bigint not null check (page_id > 0),
  word text not null check (word ~ '^[a-z](?:[a-z0-9-]{0,39}[a-z0-9])?$'),
  at timestamptz not null,
  primary key (page_id, word)
);
insert into builder.off_world (page_id, word, at)
  select page_id, word, off_world_at from builder.live where off_world_at is not null;
