-- Reverse DNS of leased blocks at the name servers of their holders (ADR 115).

create table dns_server (
  uuid uuid primary key,
  tenant_uuid uuid not null references tenant,
  title text not null check (length(title) between 1 and 100),
  kind text not null check (kind in ('rfc2136', 'powerdns')),
  address text not null check (length(address) between 1 and 300),
  key_name text check (length(key_name) <= 253),
  algorithm text check (algorithm in ('hmac-sha256', 'hmac-sha384', 'hmac-sha512')),
  secret_sealed bytea,
  status text not null check (status in ('active', 'paused', 'removed')),
  failures integer not null default 0 check (failures >= 0),
  fault text,
  failing_since timestamptz,
  rests_until timestamptz,
  answered_at timestamptz,
  held_by uuid,
  held_until timestamptz,
  created_at timestamptz not null,
  constraint dns_server_key check (kind <> 'rfc2136' or (key_name is not null and algorithm is not null)),
  constraint dns_server_secret check ((status = 'removed') = (secret_sealed is null)),
  constraint dns_server_failing check ((failures = 0) = (failing_since is null)),
  constraint dns_server_held check ((held_by is null) = (held_until is null))
);
comment on table dns_server is 'A name server that a holder, or the operator for all holders, lets us write reverse zones at.';
comment on column dns_server.address is 'Host and port for RFC 2136, a web address for PowerDNS.';
comment on column dns_server.secret_sealed is 'The TSIG key or the API key; gone with the server.';
comment on column dns_server.held_by is 'The run that speaks to it now; nobody else does until then.';
create index dns_server_of_tenant on dns_server (tenant_uuid, created_at, uuid);

create table dns_offer (
  offer_uuid uuid primary key references offer,
  tenant_uuid uuid not null references tenant,
  server_uuid uuid not null references dns_server,
  zone_length smallint not null check (zone_length in (8, 16, 24)),
  connected_at timestamptz not null
);
comment on table dns_offer is 'Which name server has the reverse zones of an offer, and where they are cut.';
create index dns_offer_of_tenant on dns_offer (tenant_uuid, offer_uuid);
create index dns_offer_at_server on dns_offer (server_uuid);

create table dns_zone (
  uuid uuid primary key,
  tenant_uuid uuid not null references tenant,
  server_uuid uuid not null references dns_server,
  name text not null,
  block cidr not null,
  serial bigint,
  failures integer not null default 0 check (failures >= 0),
  fault text,
  rests_until timestamptz,
  sent_at timestamptz,
  compared_at timestamptz,
  compare_at timestamptz,
  foreign_sets integer not null default 0 check (foreign_sets >= 0),
  restored_sets bigint not null default 0 check (restored_sets >= 0),
  constraint dns_zone_once unique (server_uuid, name)
);
comment on table dns_zone is 'A reverse zone at a name server.';
comment on column dns_zone.serial is 'As it was last seen there.';
comment on column dns_zone.compare_at is 'When it is next compared with what should be there.';
comment on column dns_zone.foreign_sets is 'Sets of records there that are not ours, when last compared; they are left alone.';
comment on column dns_zone.restored_sets is 'Sets of ours that somebody had changed there and that were written again, in all.';
create index dns_zone_of_tenant on dns_zone (tenant_uuid, block, uuid);
create index dns_zone_to_compare on dns_zone (compare_at) where compare_at is not null;

create sequence reverse_record_version;

create table reverse_record (
  zone_uuid uuid not null references dns_zone,
  name text not null check (length(name) <= 253),
  type text not null check (type in ('PTR', 'CNAME', 'NS')),
  tenant_uuid uuid not null references tenant,
  lease_uuid uuid not null references lease,
  block cidr not null,
  contents text[] not null check (cardinality(contents) <= 8),
  version bigint not null default nextval('reverse_record_version'),
  state text not null default 'wanted' check (state in ('wanted', 'sent', 'seen')),
  changed_at timestamptz not null,
  primary key (zone_uuid, name, type),
  constraint reverse_record_gone_is_wanted check (cardinality(contents) > 0 or state = 'wanted'),
  constraint reverse_record_one_name check (type = 'NS' or cardinality(contents) <= 1)
);
comment on table reverse_record is 'All records of a name and a type that we keep in a zone. Without contents they are to be gone; then so is the row.';
comment on column reverse_record.state is 'To be sent, taken by the server, or seen in the zone afterwards.';
comment on column reverse_record.version is 'Another one with every change, so that only what was sent counts as sent.';
create index reverse_record_to_send on reverse_record (zone_uuid, (cardinality(contents) > 0), version) where state = 'wanted';
create index reverse_record_of_tenant on reverse_record (tenant_uuid, block) where type = 'PTR' and cardinality(contents) > 0;
create index reverse_record_of_lease on reverse_record (lease_uuid, block);

-- Only for what a company leases, and only while it does: whoever writes waits for a lease that is just ending.
create function reverse_record_leased() returns trigger language plpgsql as $$
begin
  perform from public.lease where uuid in (select lease_uuid from written where cardinality(contents) > 0) order by uuid for share;
  if exists (
    select from written w left join public.lease l on l.uuid = w.lease_uuid
    where cardinality(w.contents) > 0
      and (l.uuid is null or l.status = 'terminated' or l.tenant_uuid <> w.tenant_uuid or not w.block <<= l.block)
  ) then
    raise exception 'reverse_record_not_leased' using errcode = 'check_violation', constraint = 'reverse_record_not_leased';
  end if;
  return null;
end $$;
create trigger reverse_record_inserted after insert on reverse_record
  referencing new table as written for each statement execute function reverse_record_leased();

-- One by one: what was sent is noted for thousands at a time, also of a lease that has ended since.
create function reverse_record_still_leased() returns trigger language plpgsql as $$
begin
  perform from public.lease where uuid = new.lease_uuid and status <> 'terminated' and tenant_uuid = new.tenant_uuid
    and new.block <<= block for share;
  if not found then
    raise exception 'reverse_record_not_leased' using errcode = 'check_violation', constraint = 'reverse_record_not_leased';
  end if;
  return null;
end $$;
create trigger reverse_record_updated after update on reverse_record for each row
  when (cardinality(new.contents) > 0 and (old.contents, old.lease_uuid, old.tenant_uuid, old.block)
    is distinct from (new.contents, new.lease_uuid, new.tenant_uuid, new.block))
  execute function reverse_record_still_leased();

create table reverse_delegation (
  uuid uuid primary key,
  tenant_uuid uuid not null references tenant,
  lease_uuid uuid not null references lease,
  block cidr not null,
  name_servers text[] not null check (cardinality(name_servers) between 2 and 8),
  created_at timestamptz not null,
  constraint reverse_delegation_once exclude using spgist (block inet_ops with &&)
);
comment on table reverse_delegation is 'A block whose reverse names its lessee has on servers of their own.';
create index reverse_delegation_of_tenant on reverse_delegation (tenant_uuid, block);
create index reverse_delegation_of_lease on reverse_delegation (lease_uuid);
