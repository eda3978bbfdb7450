-- What letters need at registries is made and removed there by us, where a holder has given us the means (ADR 117).
create table routing_connector (
  uuid uuid primary key,
  tenant_uuid uuid not null references tenant,
  kind text not null check (kind in ('krill', 'ripe_rpki', 'ripe_db', 'irrd')),
  title text not null check (char_length(title) between 1 and 100),
  url text not null check (length(url) <= 2000),
  account text check (char_length(account) between 1 and 200),
  source text check (source ~ '^[A-Z][A-Z0-9-]{0,39}$'),
  maintainer text check (maintainer ~ '^[A-Za-z][A-Za-z0-9_-]{1,79}$'),
  secret_sealed bytea,
  status text not null check (status in ('draft', 'on', 'paused', 'refused', 'removed')),
  resources cidr[] not null default '{}',
  stopped_at timestamptz,
  fault text check (fault in ('key_refused', 'forbidden', 'unknown_account', 'too_many_requests', 'unavailable', 'unreachable', 'not_understood', 'refused')),
  fault_detail text check (char_length(fault_detail) <= 500),
  failures integer not null default 0 check (failures >= 0),
  rests_until timestamptz,
  tested_at timestamptz,
  answered_at timestamptz,
  looked_at timestamptz,
  held_by uuid,
  held_until timestamptz,
  created_at timestamptz not null,
  constraint routing_connector_held check ((held_by is null) = (held_until is null)),
  constraint routing_connector_secret check ((status = 'removed') = (secret_sealed is null)),
  constraint routing_connector_tested check (status not in ('on', 'paused', 'refused') or tested_at is not null),
  constraint routing_connector_source check ((source is not null) = (kind in ('ripe_db', 'irrd')))
);
comment on table routing_connector is 'A registry where a holder lets us make and remove what letters need.';
comment on column routing_connector.account is 'Whose access it is there: the name of a CA, or of a key.';
comment on column routing_connector.source is 'The IRR that it writes to; null where it writes ROAs.';
comment on column routing_connector.resources is 'What its certificate covers, as the registry said last; none of an IRR.';
comment on column routing_connector.stopped_at is 'Since when an operator lets it do nothing.';
comment on column routing_connector.failures is 'Rounds in a row that failed; with the first one it rests.';
comment on column routing_connector.looked_at is 'When all that it has made was last compared with what is there.';
comment on column routing_connector.held_by is 'The run that works at it now; nobody else does until then.';
create index routing_connector_of_tenant on routing_connector (tenant_uuid, created_at, uuid) where status <> 'removed';
create index routing_connector_at_work on routing_connector (uuid) where status = 'on' and stopped_at is null;
create index routing_connector_by_age on routing_connector (created_at, uuid) where status <> 'removed';

create table routing_object (
  uuid uuid primary key,
  tenant_uuid uuid not null references tenant,
  connector_uuid uuid not null references routing_connector,
  kind text not null check (kind in ('roa', 'route')),
  prefix cidr not null,
  asn bigint not null check (asn between 1 and 4294967295),
  company text check (char_length(company) <= 200),
  wanted boolean not null,
  status text not null check (status in ('wanted', 'sending', 'made', 'seen', 'adopted', 'refused', 'ending', 'removing', 'gone', 'left')),
  reason text check (reason in ('not_held', 'would_invalidate', 'no_bgp_data', 'waits_for_roa', 'still_announced', 'registry_refused', 'removed_elsewhere')),
  detail text check (char_length(detail) <= 500),
  due_at timestamptz,
  awaits_data boolean not null default false,
  created_at timestamptz not null,
  sent_at timestamptz,
  seen_at timestamptz,
  ended_at timestamptz,
  constraint routing_object_over check ((status in ('gone', 'left')) = (ended_at is not null)),
  constraint routing_object_rests check (status not in ('gone', 'left') or (due_at is null and not awaits_data)),
  constraint routing_object_refused check (status <> 'refused' or reason is not null)
);
comment on table routing_object is 'A ROA or a route object that letters need, or needed, at a registry that a holder has connected.';
comment on column routing_object.prefix is 'Of a ROA also how long a route may be: none is wider than what is announced (RFC 9319).';
comment on column routing_object.company is 'Whom a route object names; null where nobody is to be named.';
comment on column routing_object.wanted is 'A live letter needs it.';
comment on column routing_object.reason is 'Why nothing more happens to it for now.';
comment on column routing_object.due_at is 'When the registry is asked about it next; null: nothing is to be done there.';
comment on column routing_object.awaits_data is 'Imported data may change what is to be done.';
create unique index routing_object_once on routing_object (connector_uuid, kind, prefix, asn) where status not in ('gone', 'left');
create index routing_object_of_connector on routing_object (connector_uuid, prefix, uuid);
create index routing_object_around on routing_object using spgist (prefix) where status not in ('gone', 'left');
create index routing_object_due on routing_object (connector_uuid, due_at) where due_at is not null;
create index routing_object_awaiting on routing_object (uuid) where awaits_data;
create index routing_object_of_tenant on routing_object (tenant_uuid, prefix, kind, uuid);
