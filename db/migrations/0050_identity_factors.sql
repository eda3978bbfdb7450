-- Second factors of people, how a session was proven and when last, and who must have a factor.
create table totp_factor (
  person_uuid uuid primary key references person (uuid) on delete cascade,
  sealed bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  last_used_at timestamptz
);
comment on table totp_factor is 'An authenticator app; its secret is sealed. It counts from confirmed_at on.';
comment on column totp_factor.last_step is 'The time step of the last code that was taken: that one and older ones are used up.';

create table passkey (
  uuid uuid primary key,
  person_uuid uuid not null references person (uuid) on delete cascade,
  credential_id bytea not null constraint passkey_credential_once unique,
  public_key bytea not null,
  sign_count bigint not null check (sign_count >= 0),
  transports text[] not null,
  name text not null check (length(name) between 1 and 200),
  created_at timestamptz not null,
  last_used_at timestamptz
);
comment on table passkey is 'A WebAuthn credential: its public key, and how often its authenticator says that it was used.';
create index passkey_of_person on passkey (person_uuid);

create table recovery_code (
  person_uuid uuid not null references person (uuid) on delete cascade,
  digest bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (person_uuid, digest)
);
comment on table recovery_code is 'Only the SHA-256 of a recovery code is stored.';

create table sign_in_challenge (
  digest bytea primary key,
  person_uuid uuid not null references person (uuid) on delete cascade,
  proven_by text[] not null,
  tries smallint not null default 0,
  expires_at timestamptz not null
);
comment on table sign_in_challenge is 'Somebody whose password was right and who owes the second factor, by the digest of the ticket they hold.';
create index sign_in_challenge_of_person on sign_in_challenge (person_uuid);

create table passkey_challenge (
  digest bytea primary key,
  purpose text not null check (purpose in ('register', 'sign_in', 'second_factor', 'proof')),
  person_uuid uuid references person (uuid) on delete cascade,
  expires_at timestamptz not null,
  constraint passkey_challenge_whose check ((person_uuid is null) = (purpose = 'sign_in'))
);
comment on table passkey_challenge is 'What an authenticator is asked to sign, by its digest; it is taken by the answer.';
create index passkey_challenge_of_person on passkey_challenge (person_uuid);
create index passkey_challenge_expires_at on passkey_challenge (expires_at);

alter table portal_session
  add column proven_at timestamptz not null default now(),
  add column proven_by text[] not null default '{password}',
  add constraint portal_session_proven_by check (
    proven_by <> '{}' and proven_by <@ array['password', 'code', 'recovery_code', 'passkey', 'single_sign_on']);
update portal_session set proven_at = created_at;
comment on column portal_session.proven_at is 'When its person last proved who they are.';

alter table tenant add column second_factor_required boolean not null default false;
comment on column tenant.second_factor_required is 'Its people see nothing of it before they have a second factor.';

create table second_factor_role (
  role text primary key check (role in ('operator', 'owner', 'member', 'viewer'))
);
comment on table second_factor_role is 'Who must have a second factor whatever their company says.';

create function has_second_factor(person uuid) returns boolean language sql stable
return exists (select from totp_factor f where f.person_uuid = person and f.confirmed_at is not null)
  or exists (select from passkey k where k.person_uuid = person);

create function lacks_second_factor(person uuid, company uuid) returns boolean language sql stable
return exists (
  select from membership m join tenant t on t.uuid = m.tenant_uuid
  where m.person_uuid = person and m.tenant_uuid = company and (
    t.second_factor_required
    or exists (select from second_factor_role r where r.role = m.role or (r.role = 'operator' and t.role = 'operator'))))
  and not has_second_factor(person);
