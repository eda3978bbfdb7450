-- Offers, prices, address space as inventory, reservations, commitments and leases.

create table offer (
  uuid uuid primary key,
  tenant_uuid uuid not null references tenant,
  block cidr not null,
  registry text not null check (registry in ('ripencc', 'arin', 'apnic', 'lacnic', 'afrinic')),
  status text not null check (status in (
    'auth_pending', 'auth_failed_verify', 'auth_failed_verify_email_not_found', 'auth_failed_verify_email_not_sent',
    'validity_pending', 'validity_active', 'validity_invalid', 'validity_terminated', 'object_terminated')),
  hidden boolean not null,
  reservation_token text not null unique,
  minimum_split smallint not null,
  maximum_split smallint not null,
  own_asns bigint[] not null default '{}',
  abuse_email text,
  maintainer_id text,
  maintainer_password_sealed bytea,
  authorised_by text,
  authorisation text not null check (authorisation in ('pending', 'signed', 'revoked')),
  authorised_at timestamptz,
  used_addresses bigint not null default 0 check (used_addresses >= 0),
  run_rate_minor bigint not null default 0 check (run_rate_minor >= 0),
  live_leases integer not null default 0 check (live_leases >= 0),
  next_check_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz,
  terminated_at timestamptz,
  constraint offer_size check (family(block) = 4 and masklen(block) between 8 and 24),
  constraint offer_splits check (masklen(block) <= minimum_split and minimum_split <= maximum_split and maximum_split <= 24),
  constraint offer_blocks_apart exclude using spgist (block inet_ops with &&) where (status <> 'object_terminated')
);
comment on table offer is 'A block on the market (on the wire: market service). What its leases add up to is kept here, so that a read costs the same however many there are.';
create index offer_of_tenant_by_block on offer (tenant_uuid, block, uuid);
create index offer_of_tenant_by_age on offer (tenant_uuid, created_at, uuid);
create index offer_of_tenant_by_length on offer (tenant_uuid, masklen(block), uuid);
create index offer_of_tenant_by_status on offer (tenant_uuid, status, uuid);
create index offer_check_due on offer (next_check_at) where next_check_at is not null;

create table ownership_proof (
  offer_uuid uuid primary key references offer,
  tenant_uuid uuid not null references tenant,
  type text not null check (type in ('email', 'mnt_by', 'roa', 'reallocation')),
  status text not null check (status in ('pending', 'passed', 'failed')),
  description text not null,
  email text,
  mail_uuid uuid,
  code_digest bytea,
  tries_left smallint not null default 0 check (tries_left between 0 and 5),
  expires_at timestamptz,
  organisation text,
  maintainers text[] not null default '{}'
);
comment on table ownership_proof is 'How a holder proves a block. Of a mailed code only the digest is kept; organisation and maintainers are those of the registry record at that time.';
create index ownership_proof_of_tenant on ownership_proof (tenant_uuid);
create index ownership_proof_lapses on ownership_proof (expires_at) where status = 'pending';

create table offer_check (
  offer_uuid uuid not null references offer,
  tenant_uuid uuid not null references tenant,
  kind text not null check (kind in ('whois', 'bgp', 'dns', 'iprep', 'loaa', 'roa')),
  status text not null check (status in ('pending', 'passed', 'warning', 'failed', 'skipped')),
  description text not null,
  checked_at timestamptz,
  primary key (offer_uuid, kind)
);
create index offer_check_of_tenant on offer_check (tenant_uuid);

create table offer_place (
  offer_uuid uuid not null references offer,
  tenant_uuid uuid not null references tenant,
  provider text not null,
  country_code text not null,
  city_name text not null,
  primary key (offer_uuid, provider, country_code, city_name)
);
comment on table offer_place is 'Where providers of geodata see any part of an offer: what a search by place narrows down with.';
create index offer_place_of_tenant on offer_place (tenant_uuid);
create index offer_place_by_country on offer_place (country_code);
create index offer_place_by_city on offer_place (lower(city_name), country_code);

create table pricing (
  uuid uuid primary key,
  tenant_uuid uuid not null references tenant,
  offer_uuid uuid not null references offer,
  registry text not null check (registry in ('ripencc', 'arin', 'apnic', 'lacnic', 'afrinic')),
  length smallint not null check (length between 8 and 24),
  price_minor bigint not null check (price_minor > 0),
  wants_to_negotiate boolean not null,
  commitment_periods smallint[] not null check (commitment_periods <@ '{3,6,12,24,36,60,120}'::smallint[]),
  on_shelf boolean not null default false,
  created_at timestamptz not null,
  withdrawn_at timestamptz,
  constraint pricing_shelf check (not on_shelf or withdrawn_at is null)
);
comment on table pricing is 'What a block of one size costs a month. On the shelf: not withdrawn, its offer on the market, and space of that size free. The registry is its offer''s: a search for one of them is a range of an index.';
create index pricing_of_offer on pricing (offer_uuid, length);
create unique index pricing_size_once on pricing (offer_uuid, length) where withdrawn_at is null;
create index pricing_of_tenant on pricing (tenant_uuid);
create index pricing_on_shelf on pricing (length, price_minor, uuid) where on_shelf;
create index pricing_on_shelf_of_registry on pricing (length, registry, price_minor, uuid) where on_shelf;

create table allocation (
  uuid uuid primary key,
  tenant_uuid uuid not null references tenant,
  offer_uuid uuid not null references offer,
  block cidr not null,
  status text not null check (status in ('held', 'leased', 'released', 'ended')),
  since timestamptz not null,
  until timestamptz,
  constraint allocation_open check (status <> 'held' or until is not null),
  constraint allocation_blocks_apart exclude using spgist (block inet_ops with &&) where (status in ('held', 'leased'))
);
comment on table allocation is 'A block in someone''s hands for a time. until: when a hold lapses, or when the claim ended; a lease is open.';
create index allocation_of_offer on allocation (offer_uuid, since);
create index allocation_of_tenant on allocation (tenant_uuid);
create index allocation_hold_lapses on allocation (until) where status = 'held';
create index allocation_hold_of_tenant on allocation (tenant_uuid, until) where status = 'held';
create index allocation_hold_of_offer on allocation (offer_uuid, until) where status = 'held';

create table free_block (
  block cidr primary key,
  offer_uuid uuid not null references offer,
  tenant_uuid uuid not null references tenant,
  length smallint not null generated always as (masklen(block)) stored,
  hidden boolean not null
);
comment on table free_block is 'What is left of an offer, as the fewest aligned blocks of shown and of hidden space: best fit is the first row of an index.';
create index free_block_of_offer on free_block (offer_uuid, length desc, block);
create index free_block_by_size on free_block (length desc, block) where not hidden;
create index free_block_of_tenant on free_block (tenant_uuid);

create table hidden_block (
  offer_uuid uuid not null references offer,
  tenant_uuid uuid not null references tenant,
  block cidr not null,
  primary key (offer_uuid, block)
);
comment on table hidden_block is 'Parts of an offer that are out of search, as the fewest aligned blocks, claimed or not.';
create index hidden_block_of_tenant on hidden_block (tenant_uuid);

create table visibility_batch (
  uuid uuid primary key,
  tenant_uuid uuid not null references tenant,
  offer_uuid uuid not null references offer,
  length smallint not null,
  reason text,
  created_at timestamptz not null
);
create index visibility_batch_of_tenant on visibility_batch (tenant_uuid, created_at);
create index visibility_batch_of_offer on visibility_batch (offer_uuid);

create table visibility_change (
  batch_uuid uuid not null references visibility_batch,
  tenant_uuid uuid not null references tenant,
  block cidr not null,
  hidden boolean not null,
  primary key (batch_uuid, block)
);
create index visibility_change_of_tenant on visibility_change (tenant_uuid);

create table reservation (
  uuid uuid primary key,
  tenant_uuid uuid not null references tenant,
  holder_uuid uuid not null references tenant,
  offer_uuid uuid not null references offer,
  pricing_uuid uuid not null references pricing,
  allocation_uuid uuid not null unique references allocation,
  token text not null unique,
  block cidr not null,
  ip_price text not null,
  price_minor bigint not null check (price_minor > 0),
  contract_months smallint not null check (contract_months in (1, 3, 6, 12, 24, 36, 60, 120)),
  status text not null check (status in ('pending', 'accepted', 'declined', 'expired')),
  negotiated boolean not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  bought_at timestamptz
);
comment on table reservation is 'A wish with terms; what keeps the block meanwhile is its allocation.';
create index reservation_of_tenant on reservation (tenant_uuid, created_at, uuid);
create index reservation_of_holder on reservation (holder_uuid, created_at, uuid);
create index reservation_of_offer on reservation (offer_uuid, block);
create index reservation_of_pricing on reservation (pricing_uuid);

create table lease (
  uuid uuid primary key,
  tenant_uuid uuid not null references tenant,
  holder_uuid uuid not null references tenant,
  offer_uuid uuid not null references offer,
  pricing_uuid uuid not null references pricing,
  allocation_uuid uuid not null unique references allocation,
  reservation_uuid uuid unique references reservation,
  block cidr not null,
  length smallint not null generated always as (masklen(block)) stored,
  registry text not null check (registry in ('ripencc', 'arin', 'apnic', 'lacnic', 'afrinic')),
  status text not null check (status in ('pending', 'active', 'suspended', 'terminated')),
  price_minor bigint not null check (price_minor > 0),
  commission_bp integer not null check (commission_bp between 0 and 10000),
  asns bigint[] not null default '{}',
  subscription_uuid uuid,
  period_start timestamptz,
  next_due_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz
);
comment on table lease is 'A block leased (on the wire: billing service), at the price it was made at. asns: those with a live letter.';
create index lease_by_block on lease (tenant_uuid, block, uuid);
create index lease_by_length on lease (tenant_uuid, length, uuid);
create index lease_by_registry on lease (tenant_uuid, registry, uuid);
create index lease_by_status on lease (tenant_uuid, status, uuid);
-- With its column beside the expression: else the planner does not see that the index alone can answer.
create index lease_by_due on lease (tenant_uuid, coalesce(next_due_at, 'infinity'), uuid) include (next_due_at);
create index lease_by_price on lease (tenant_uuid, price_minor, uuid);
create index lease_by_age on lease (tenant_uuid, created_at, uuid);
create index lease_of_offer on lease (offer_uuid, block);
create index lease_of_holder on lease (holder_uuid);
create index lease_of_pricing on lease (pricing_uuid);

create table lease_tally (
  tenant_uuid uuid not null references tenant,
  status text not null,
  length smallint not null,
  registry text not null,
  leases bigint not null,
  primary key (tenant_uuid, status, length, registry)
);
comment on table lease_tally is 'How many leases a company has of each kind: a list knows its total without counting. Kept by triggers.';

create function lease_tally_add() returns trigger language plpgsql as $$
begin
  insert into lease_tally as tally (tenant_uuid, status, length, registry, leases)
  select tenant_uuid, status, length, registry, count(*) from added group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (tenant_uuid, status, length, registry) do update set leases = tally.leases + excluded.leases;
  return null;
end $$;

create function lease_tally_change() returns trigger language plpgsql as $$
begin
  insert into lease_tally as tally (tenant_uuid, status, length, registry, leases)
  select tenant_uuid, status, length, registry, sum(change) from (
    select tenant_uuid, status, length, registry, 1 as change from added
    union all select tenant_uuid, status, length, registry, -1 from removed
  ) moved group by 1, 2, 3, 4 having sum(change) <> 0 order by 1, 2, 3, 4
  on conflict (tenant_uuid, status, length, registry) do update set leases = tally.leases + excluded.leases;
  return null;
end $$;

create trigger lease_tally_added after insert on lease
  referencing new table as added for each statement execute function lease_tally_add();
create trigger lease_tally_changed after update on lease
  referencing old table as removed new table as added for each statement execute function lease_tally_change();

create table commitment (
  uuid uuid primary key,
  tenant_uuid uuid not null references tenant,
  offer_uuid uuid not null references offer,
  pricing_uuid uuid not null references pricing,
  reservation_uuid uuid unique references reservation,
  lease_uuid uuid references lease,
  status text not null check (status in ('pending', 'active', 'completed', 'terminated')),
  price_minor bigint not null check (price_minor > 0),
  months smallint not null check (months in (3, 6, 12, 24, 36, 60, 120)),
  starts_at timestamptz,
  ends_at timestamptz,
  constraint commitment_runs check (status not in ('active', 'completed') or (starts_at is not null and ends_at is not null))
);
create index commitment_of_tenant on commitment (tenant_uuid);
create index commitment_of_pricing on commitment (pricing_uuid);
create index commitment_of_lease on commitment (lease_uuid);
create index commitment_of_offer on commitment (offer_uuid, status, ends_at);
create index commitment_ends on commitment (ends_at) where status = 'active';

create function lock_offer(offer uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended(offer::text, 6114000258))
$$;
comment on function lock_offer is 'Who claims from an offer waits here first: the constraint alone deadlocks under contention, the lock alone proves nothing.';
