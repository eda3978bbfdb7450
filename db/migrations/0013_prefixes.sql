-- What a company sees: the blocks it holds and those it leases, in the order of their addresses and in that of their text.

create index offer_held_by_block on offer (tenant_uuid, block) include (uuid) where status <> 'object_terminated';
create index offer_held_by_notation on offer (tenant_uuid, (text(block) collate "C")) include (block, uuid)
  where status <> 'object_terminated';
create index lease_seen_by_block on lease (tenant_uuid, block) include (uuid, offer_uuid)
  where status <> 'terminated' and holder_uuid <> tenant_uuid;
create index lease_seen_by_notation on lease (tenant_uuid, (text(block) collate "C")) include (block, uuid, offer_uuid)
  where status <> 'terminated' and holder_uuid <> tenant_uuid;
create index lease_live_of_offer on lease (offer_uuid, block) where status <> 'terminated';

create table prefix_metadata (
  tenant_uuid uuid not null references tenant,
  block cidr not null,
  entries jsonb not null check (jsonb_typeof(entries) = 'object' and entries <> '{}'),
  changed_at timestamptz not null,
  primary key (tenant_uuid, block)
);
comment on table prefix_metadata is 'What a company has written down about a prefix it sees: its own keys and values. Nobody else reads them.';

create table geofeed_entry (
  uuid uuid primary key,
  tenant_uuid uuid not null references tenant,
  lease_uuid uuid not null references lease,
  block cidr not null,
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  region_code text check (region_code ~ '^[A-Z]{2}-[A-Z0-9]{1,3}$'),
  city_name text,
  postal_code text,
  changed_at timestamptz not null
);
comment on table geofeed_entry is 'Where a lessee says that a block of its lease is used: a line of its geofeed (RFC 8805) while the lease lives.';
create unique index geofeed_entry_of_lease on geofeed_entry (lease_uuid, block);
create index geofeed_entry_of_tenant on geofeed_entry (tenant_uuid, block, uuid);
