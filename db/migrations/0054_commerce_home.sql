-- What home pages begin with: sums that need no counting, and indexes of the few that wait among the many that do not.

alter table lease_tally
  add column rate_minor bigint not null default 0,
  add column fee_minor bigint not null default 0;

comment on table lease_tally is 'How many leases a company has of each kind, what they cost a month, and what of it is commission: a list knows its total without counting. Kept by triggers; the price of a lease never changes.';

update lease_tally tally set rate_minor = own.rate, fee_minor = own.fee
from (
  select tenant_uuid, status, length, registry, sum(price_minor) as rate,
    sum(round(price_minor * commission_bp / 10000.0)) as fee
  from lease group by 1, 2, 3, 4
) own
where own.tenant_uuid = tally.tenant_uuid and own.status = tally.status and own.length = tally.length
  and own.registry = tally.registry;

create or replace function lease_tally_add() returns trigger language plpgsql as $$
begin
  insert into public.lease_tally as tally (tenant_uuid, status, length, registry, leases, rate_minor, fee_minor)
  select tenant_uuid, status, length, registry, count(*), sum(price_minor),
    sum(round(price_minor * commission_bp / 10000.0))
  from added group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (tenant_uuid, status, length, registry) do update set leases = tally.leases + excluded.leases,
    rate_minor = tally.rate_minor + excluded.rate_minor, fee_minor = tally.fee_minor + excluded.fee_minor;
  return null;
end $$;

create or replace function lease_tally_change() returns trigger language plpgsql as $$
begin
  insert into public.lease_tally as tally (tenant_uuid, status, length, registry, leases, rate_minor, fee_minor)
  select tenant_uuid, status, length, registry, change, change * price_minor,
    change * round(price_minor * commission_bp / 10000.0)
  from (values
    (old.tenant_uuid, old.status, old.length, old.registry, -1, old.price_minor, old.commission_bp),
    (new.tenant_uuid, new.status, new.length, new.registry, 1, new.price_minor, new.commission_bp)
  ) moved (tenant_uuid, status, length, registry, change, price_minor, commission_bp)
  order by 1, 2, 3, 4
  on conflict (tenant_uuid, status, length, registry) do update set leases = tally.leases + excluded.leases,
    rate_minor = tally.rate_minor + excluded.rate_minor, fee_minor = tally.fee_minor + excluded.fee_minor;
  return null;
end $$;

create index letter_pending_of_tenant on letter (tenant_uuid, created_at) where status = 'pending';
create index letter_pending_of_holder on letter (holder_uuid, created_at) where status = 'pending';
create index invoice_unpaid on invoice (tenant_uuid, due_at) include (total_minor, paid_minor) where status = 'unpaid';
create index renewal_step_failing on renewal_step (next_step_at)
  where next_step in ('grace_first', 'grace_second', 'last_try', 'end');

create table hidden_checklist (
  tenant_uuid uuid not null,
  person_uuid uuid not null,
  hidden_at timestamptz not null,
  primary key (tenant_uuid, person_uuid),
  foreign key (tenant_uuid, person_uuid) references membership on delete cascade
);
comment on table hidden_checklist is 'Who does not want to see the first steps of a company on its home page any more.';
