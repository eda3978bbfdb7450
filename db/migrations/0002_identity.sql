-- Companies, people, and what they prove who they are with.

create sequence customer_number start 100001;

create table tenant (
  uuid uuid primary key,
  customer_number integer not null unique default nextval('customer_number'),
  title text not null check (length(title) between 1 and 255),
  role text not null check (role in ('holder', 'lessee', 'operator')),
  status text not null check (status in ('pending', 'active', 'suspended', 'closed')),
  contact_email text,
  created_at timestamptz not null
);
comment on table tenant is 'A company. It is holder and lessee at once; role says what it mainly is, and operators run the installation.';
create index tenant_shut_out on tenant (uuid) where status in ('suspended', 'closed');

create table person (
  uuid uuid primary key,
  email text not null check (email = lower(email)),
  name text not null,
  password_hash text,
  created_at timestamptz not null,
  constraint person_email_once unique (email)
);
comment on table person is 'Someone who signs in to the portal. Without a password hash: invited, has not chosen one yet.';

create table membership (
  tenant_uuid uuid not null references tenant,
  person_uuid uuid not null references person,
  role text not null check (role in ('owner', 'member', 'viewer')),
  created_at timestamptz not null,
  primary key (tenant_uuid, person_uuid)
);
create index membership_of_person on membership (person_uuid);

create table portal_session (
  digest bytea primary key,
  uuid uuid not null unique,
  person_uuid uuid not null references person on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
comment on table portal_session is 'Only the SHA-256 of a session cookie is stored.';
create index portal_session_of_person on portal_session (person_uuid);
create index portal_session_expires_at on portal_session (expires_at);

create table password_ticket (
  digest bytea primary key,
  person_uuid uuid not null references person on delete cascade,
  expires_at timestamptz not null
);
comment on table password_ticket is 'One-time permission to choose a password, sent by mail.';
create index password_ticket_of_person on password_ticket (person_uuid);

create table sign_in_failures (
  subject text primary key,
  failures integer not null,
  since timestamptz not null
);
comment on table sign_in_failures is 'Failed sign-ins per address and per account, counted in windows.';

create table app_key (
  uuid uuid primary key,
  tenant_uuid uuid not null references tenant,
  client_id text not null unique,
  name text not null check (length(name) between 1 and 100),
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index app_key_of_tenant on app_key (tenant_uuid, created_at desc, uuid desc);
create index app_key_revoked_at on app_key (revoked_at) where revoked_at is not null;

create table app_key_secret (
  uuid uuid primary key,
  tenant_uuid uuid not null references tenant,
  app_key_uuid uuid not null references app_key,
  digest bytea not null,
  created_at timestamptz not null,
  ended_at timestamptz
);
comment on table app_key_secret is 'SHA-256 of a secret of 256 random bits. Two live ones per key allow rotation.';
create index app_key_secret_of_key on app_key_secret (app_key_uuid);

create table revoked_token (
  jti uuid primary key,
  expires_at timestamptz not null
);
comment on table revoked_token is 'Single access tokens revoked before their time (RFC 7009).';

create table signing_key (
  kid text primary key,
  public_jwk jsonb not null,
  private_sealed bytea not null,
  created_at timestamptz not null,
  signs_from timestamptz not null
);
comment on table signing_key is 'ES256 keys. Published as soon as made, used from signs_from, so that no verifier meets an unknown one.';
