-- App keys that are used from named places only, where they were used last, and which warning of their end was given.
alter table app_key
  add column allowed cidr[] not null default '{}',
  add column last_used_from inet,
  add column warned_days smallint,
  add constraint app_key_allowed_few check (cardinality(allowed) <= 50),
  add constraint app_key_warned check (warned_days in (30, 7, 1));

comment on column app_key.allowed is 'From where it and its tokens may be used; empty: from anywhere.';
comment on column app_key.warned_days is 'The last warning that was given before its end, in days.';

create index app_key_guarded on app_key (client_id) where allowed <> '{}';
create index app_key_expiring on app_key (expires_at) where expires_at is not null and revoked_at is null;
