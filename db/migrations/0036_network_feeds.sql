-- What is fetched by itself: beside what the settings name, sources that operators add; any of them can be paused.

create table network_feed (
  uuid uuid primary key,
  kind text not null,
  name text not null check (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
  url text not null check (url ~ '^https?://'),
  added_at timestamptz not null,
  unique (kind, name),
  unique (kind, url)
);
comment on table network_feed is 'A source of network data that an operator has added; the settings name others.';

create table network_pause (
  kind text not null,
  source text not null,
  paused_at timestamptz not null,
  primary key (kind, source)
);
comment on table network_pause is 'A source that is not fetched until an operator says so, whether it was added here or by the settings.';
comment on column network_pause.source is 'Its name; its address where nobody has named it.';

alter table network_import add column trial boolean not null default false;
comment on column network_import.trial is 'Fetched and read to see what it holds: nothing of it is kept.';

create table asn_acceptance (
  asn bigint primary key check (asn between 1 and 4294967295),
  reason text not null check (length(reason) between 1 and 600),
  accepted_at timestamptz not null,
  until timestamptz not null check (until > accepted_at)
);
comment on table asn_acceptance is 'AS numbers that an operator vouches for although data to judge them by is missing, why, and for how long; the audit log says who.';
create index asn_acceptance_by_time on asn_acceptance (accepted_at desc, asn);
