-- A company's own sign-on by OpenID Connect: one identity provider a company, the mail domains it has proven, who of its
-- people is who there, and the ways to it that are under way.
create table sso_connection (
  uuid uuid primary key,
  tenant_uuid uuid not null unique references tenant,
  issuer text not null check (length(issuer) between 1 and 500),
  client_id text not null check (length(client_id) between 1 and 255),
  secret_sealed bytea not null,
  default_role text not null check (default_role in ('viewer', 'member')),
  trusts_email boolean not null,
  enabled boolean not null,
  required boolean not null,
  tested_at timestamptz,
  created_at timestamptz not null,
  constraint sso_connection_tested check (not enabled or tested_at is not null),
  constraint sso_connection_required check (not required or enabled)
);
comment on table sso_connection is 'The identity provider of a company. Times are real.';
comment on column sso_connection.trusts_email is 'Takes an address for verified of which the provider does not say whether it is.';
comment on column sso_connection.tested_at is 'When somebody went the whole way with the present provider; null: nobody has.';

create table sso_domain (
  uuid uuid primary key,
  tenant_uuid uuid not null references tenant,
  domain text not null check (domain = lower(domain) and length(domain) between 3 and 253),
  token text not null,
  proven_at timestamptz,
  created_at timestamptz not null,
  constraint sso_domain_once unique (tenant_uuid, domain)
);
comment on table sso_domain is 'A mail domain that a company says is its own, proven by a TXT record with the token. Times are real.';
create unique index sso_domain_of_one on sso_domain (domain) where proven_at is not null;

create table sso_identity (
  connection_uuid uuid not null references sso_connection on delete cascade,
  subject text not null check (length(subject) between 1 and 255),
  person_uuid uuid not null references person,
  linked_at timestamptz not null,
  primary key (connection_uuid, subject),
  constraint sso_identity_of_person unique (connection_uuid, person_uuid)
);
comment on table sso_identity is 'Who somebody is at the provider. It stays when the member is removed: who was removed does not come back alone.';
create index sso_identity_person on sso_identity (person_uuid);

create table sso_attempt (
  digest bytea primary key,
  connection_uuid uuid not null references sso_connection on delete cascade,
  browser_digest bytea not null,
  return_to text not null check (length(return_to) <= 2000),
  test boolean not null,
  expires_at timestamptz not null
);
comment on table sso_attempt is 'Somebody on the way to a provider, by the digest of the state; it works once, in the browser that has the cookie. Times are real.';
create index sso_attempt_of_connection on sso_attempt (connection_uuid);
create index sso_attempt_expires_at on sso_attempt (expires_at);

alter table portal_session
  add column sso_connection_uuid uuid references sso_connection on delete cascade,
  add column sso_domain_uuid uuid references sso_domain on delete cascade,
  add constraint portal_session_vouched check ((sso_connection_uuid is null) = (sso_domain_uuid is null));
comment on column portal_session.sso_connection_uuid is 'Whose provider vouched for the person; such a session is for that company only. Null: by password.';
create index portal_session_of_connection on portal_session (sso_connection_uuid) where sso_connection_uuid is not null;
create index portal_session_of_domain on portal_session (sso_domain_uuid) where sso_domain_uuid is not null;
