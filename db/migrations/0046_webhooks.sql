-- Companies are told of their events by requests to addresses they name (ADR 96).

-- Drawn when an event is written, at the end of its transaction: for one subject the order of commits, on all nodes.
alter table outbox_event add column position bigint not null generated always as identity;
comment on column outbox_event.position is 'Of events of one subject, in the order in which they were committed; has gaps.';
create index outbox_event_of_tenant on outbox_event (tenant_uuid, happened_at) where tenant_uuid is not null;
create index outbox_event_not_told on outbox_event (tenant_uuid, position)
  where tell_at is not null and tenant_uuid is not null;

create table webhook_endpoint (
  uuid uuid primary key,
  tenant_uuid uuid not null references tenant,
  url text not null check (length(url) <= 2000),
  events text[] not null check (cardinality(events) between 1 and 50),
  status text not null check (status in ('active', 'paused', 'switched_off', 'removed')),
  off_reason text check (off_reason in ('unreachable', 'gone', 'backlog')),
  failures integer not null default 0 check (failures >= 0),
  rests_until timestamptz,
  lags boolean not null default true,
  arrived_at timestamptz,
  held_by uuid,
  held_until timestamptz,
  created_at timestamptz not null,
  constraint webhook_endpoint_off check ((status = 'switched_off') = (off_reason is not null)),
  constraint webhook_endpoint_held check ((held_by is null) = (held_until is null))
);
comment on table webhook_endpoint is 'Where a company is told of its events.';
comment on column webhook_endpoint.failures is 'Tries in a row that failed; with the first one it rests.';
comment on column webhook_endpoint.lags is 'It failed or was slow last time, or nothing was sent to it yet: it waits with others of whom that is so.';
comment on column webhook_endpoint.arrived_at is 'When something arrived there last.';
comment on column webhook_endpoint.held_by is 'The run that sends to it now; nobody else does until then.';
create index webhook_endpoint_of_tenant on webhook_endpoint (tenant_uuid, created_at, uuid) where status <> 'removed';

create table webhook_secret (
  uuid uuid primary key,
  endpoint_uuid uuid not null references webhook_endpoint,
  sealed bytea not null,
  created_at timestamptz not null,
  ended_at timestamptz
);
comment on table webhook_secret is 'What deliveries are signed with; one or two of an endpoint are live.';
create index webhook_secret_of_endpoint on webhook_secret (endpoint_uuid);

create table webhook_delivery (
  uuid uuid primary key,
  tenant_uuid uuid not null references tenant,
  endpoint_uuid uuid not null references webhook_endpoint,
  event_uuid uuid not null,
  type text not null,
  subject text not null,
  position bigint not null,
  payload text not null,
  status text not null check (status in ('waiting', 'delivered', 'failed', 'dropped')),
  created_at timestamptz not null,
  next_at timestamptz,
  tries smallint not null default 0 check (tries >= 0),
  first_tried_at timestamptz,
  last_tried_at timestamptz,
  took_ms integer,
  fault text,
  request_headers jsonb,
  answer_status smallint,
  answer_headers jsonb,
  answer_body text check (octet_length(answer_body) <= 262144),
  constraint webhook_delivery_next check ((status = 'waiting') = (next_at is not null)),
  constraint webhook_delivery_once unique (endpoint_uuid, event_uuid)
);
comment on table webhook_delivery is 'One event for one endpoint, the request as it is sent, and how its last try ended. Kept for 30 days.';
comment on column webhook_delivery.payload is 'The bytes that are signed and sent, the same at every try.';
create index webhook_delivery_waiting on webhook_delivery (endpoint_uuid, position) where status = 'waiting';
create index webhook_delivery_held_back on webhook_delivery (endpoint_uuid, subject, position) where status = 'waiting' and tries > 0;
create index webhook_delivery_log on webhook_delivery (endpoint_uuid, created_at desc, uuid desc);
create index webhook_delivery_old on webhook_delivery (created_at);
