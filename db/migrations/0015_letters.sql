-- Letters of authorisation: the right to announce a leased block, or a part of it, from an AS number.

alter table lease add column suspended_at timestamptz;
comment on column lease.suspended_at is 'Since when it has been suspended; its letters are not in force meanwhile.';

create table letter_line (
  uuid uuid primary key,
  tenant_uuid uuid not null references tenant,
  asn bigint not null check (asn between 1 and 4294967295),
  as_name text,
  company_name text not null,
  max_length smallint not null check (max_length between 8 and 24),
  info text,
  create_inetnum boolean not null,
  whois_exposed boolean not null,
  roa boolean not null,
  radb boolean not null,
  route boolean not null,
  subnets cidr[] not null check (cardinality(subnets) between 1 and 500),
  price_minor bigint not null check (price_minor >= 0),
  created_at timestamptz not null,
  until timestamptz,
  claimed_by uuid references sales_order,
  leases uuid[],
  constraint letter_line_kept check ((claimed_by is null) = (until is not null)),
  constraint letter_line_leases check ((claimed_by is null) = (leases is null)
    and (leases is null or cardinality(leases) = cardinality(subnets)))
);
comment on table letter_line is 'Letters for one AS number in a cart, or claimed by an order that awaits its money; gone once they are letters, or nobody wants them.';
comment on column letter_line.until is 'When it lapses, as the hold of a block does; nothing while an order claims it.';
comment on column letter_line.leases is 'Which lease each subnet was part of when an order claimed it.';
create index letter_line_of_tenant on letter_line (tenant_uuid, created_at, uuid);
create index letter_line_claimed on letter_line (claimed_by) where claimed_by is not null;

create table letter (
  uuid uuid primary key,
  tenant_uuid uuid not null references tenant,
  holder_uuid uuid not null references tenant,
  offer_uuid uuid not null references offer,
  lease_uuid uuid not null references lease,
  order_uuid uuid not null references sales_order,
  block cidr not null,
  asn bigint not null check (asn between 1 and 4294967295),
  as_name text,
  company_name text not null,
  max_length smallint not null check (max_length between 8 and 24),
  info text,
  create_inetnum boolean not null,
  whois_exposed boolean not null,
  roa boolean not null,
  radb boolean not null,
  route boolean not null,
  code text not null unique,
  status text not null check (status in ('pending', 'active', 'revoked', 'expired')),
  created_at timestamptz not null,
  asn_valid_at timestamptz,
  authorised_at timestamptz,
  vrp_seen_at timestamptz,
  route_seen_at timestamptz,
  released_at timestamptz,
  released_by text check (released_by in ('data', 'holder', 'operator')),
  statement text,
  signature text,
  key_id text,
  revoked_at timestamptz,
  revoked_by text check (revoked_by in ('lessee', 'holder', 'operator')),
  reason text,
  ended_at timestamptz,
  gone_at timestamptz,
  constraint letter_max_length check (max_length >= masklen(block)),
  constraint letter_released check ((released_at is null) = (released_by is null)
    and (status <> 'active' or released_at is not null) and (status <> 'pending' or released_at is null)),
  constraint letter_revoked check ((status = 'revoked') = (revoked_at is not null)
    and (revoked_at is null) = (revoked_by is null)),
  constraint letter_over check ((status in ('revoked', 'expired')) = (ended_at is not null)),
  constraint letter_signed check (num_nulls(statement, signature, key_id) in (0, 3)
    and (statement is null or released_at is not null)),
  constraint letter_gone check (gone_at is null or ended_at is not null)
);
comment on table letter is 'A letter of authorisation (on the wire: LOA) for one block and one AS number. Live: pending or active.';
comment on column letter.code is 'With which anybody can verify it.';
comment on column letter.asn_valid_at is 'The steps of its checklist, as they stand now: since when the AS number is fit for letters, the holder''s authorisation signed, a VRP and a route object seen in our own data. Nothing: not so, or not so any more.';
comment on column letter.statement is 'What the letter says, in its canonical form, as it was signed when it was released.';
comment on column letter.signature is 'Ed25519 over the statement, base64url, by the key that key_id names.';
comment on column letter.gone_at is 'When our own data showed, after it had ended, that the route is gone.';
create unique index letter_live on letter (block, asn) where status in ('pending', 'active');
-- Live ones first, then those that ended last.
create index letter_of_lease on letter (lease_uuid, coalesce(ended_at, 'infinity') desc, uuid desc) include (ended_at);
create index letter_of_tenant on letter (tenant_uuid, created_at, uuid);
create index letter_of_holder on letter (holder_uuid, created_at, uuid);
create index letter_of_holder_by_block on letter (holder_uuid, block, uuid);
create index letter_by_age on letter (created_at, uuid);
create index letter_by_block on letter (block, uuid);
create index letter_of_asn on letter (asn, created_at, uuid);
create index letter_of_offer on letter (offer_uuid, created_at, uuid);
create index letter_of_order on letter (order_uuid);
create index letter_waiting on letter (uuid) where status = 'pending';
create index letter_live_around on letter using spgist (block) where status in ('pending', 'active');
create index letter_left_around on letter using spgist (block) where ended_at is not null and gone_at is null;
create index letter_left on letter (uuid) where ended_at is not null and gone_at is null;

-- lease.asns is what its live letters name. The leases are locked first, so that each sees what the one before it wrote.
create function letter_tell_leases(leases uuid[]) returns void language plpgsql as $$
begin
  perform from lease where uuid = any(leases) order by uuid for no key update;
  update lease set asns = named.asns
  from (
    select l.uuid, array(select distinct asn from letter
      where lease_uuid = l.uuid and status in ('pending', 'active') order by asn) as asns
    from unnest(leases) as l (uuid)
  ) named where lease.uuid = named.uuid and lease.asns <> named.asns;
end $$;

create function letter_added() returns trigger language plpgsql as $$
begin
  perform letter_tell_leases(array(select distinct lease_uuid from added where status in ('pending', 'active')));
  return null;
end $$;

create function letter_changed() returns trigger language plpgsql as $$
begin
  perform letter_tell_leases(array(
    select distinct n.lease_uuid from added n join removed o using (uuid)
    where (n.status in ('pending', 'active')) <> (o.status in ('pending', 'active'))));
  return null;
end $$;

create trigger letter_added after insert on letter
  referencing new table as added for each statement execute function letter_added();
create trigger letter_changed after update on letter
  referencing old table as removed new table as added for each statement execute function letter_changed();

create table letter_key (
  kid text primary key,
  public_jwk jsonb not null,
  private_sealed bytea not null,
  created_at timestamptz not null,
  signs_from timestamptz not null
);
comment on table letter_key is 'Ed25519 keys that sign letters. None is ever removed: a letter is verified by the key that signed it.';
