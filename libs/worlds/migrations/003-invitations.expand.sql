-- An invitation gives no right: the account that opens its link and accepts becomes a member. The address is the founder's
-- note; no account is looked up by it.
create table worlds.invitation (
  word text not null references worlds.world (word),
  -- SHA-256 of the address in the one form in which addresses are compared.
  email_hash bytea not null check (octet_length(email_hash) = 32),
  email_typed text not null check (char_length(email_typed) between 1 and 254),
  role text not null check (role in ('contributor', 'viewer')),
  invited_by text not null,
  at timestamptz not null default date_trunc('milliseconds', now()),
  expires_at timestamptz not null,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  primary key (word, email_hash)
);
create unique index invitation_by_token on worlds.invitation (token_hash);
