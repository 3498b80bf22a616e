-- The account of each website, for readers that have its id only: previews on the content origin.
create table builder.page_home (
  page_id bigint primary key check (page_id > 0),
  account_id text not null
);
