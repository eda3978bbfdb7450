-- Nobody becomes a member, or is known to us at all, because somebody else has typed an address: what was typed waits
-- here until whoever reads that mailbox answers.
create table invitation (
  uuid uuid primary key,
  tenant_uuid uuid not null references tenant,
  email text not null check (email = lower(email)),
  role text not null check (role in ('viewer', 'member', 'owner')),
  invited_by uuid references person,
  digest bytea not null unique,
  created_at timestamptz not null,
  mailed_at timestamptz not null,
  expires_at timestamptz not null,
  constraint invitation_once unique (tenant_uuid, email)
);
comment on table invitation is 'An address that is invited to a company and has not answered, by the digest of its ticket. Times are real.';
create index invitation_expires_at on invitation (expires_at);
create index invitation_of_person on invitation (invited_by);

create table sign_up (
  digest bytea primary key,
  email text not null check (email = lower(email)),
  name text not null,
  title text not null,
  role text not null check (role in ('holder', 'lessee')),
  expires_at timestamptz not null
);
comment on table sign_up is 'A company that somebody wants to found, by the digest of the ticket that was mailed; it comes into being with the password.';
create index sign_up_of_email on sign_up (email);
create index sign_up_expires_at on sign_up (expires_at);

comment on table person is 'Someone who signs in to the portal. Without a password hash: has not chosen one yet.';
