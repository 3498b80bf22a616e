-- A copy of the page's mark beside what the public reads, so that an overview reads no draft.
alter table builder.live add column listed boolean not null default true;
