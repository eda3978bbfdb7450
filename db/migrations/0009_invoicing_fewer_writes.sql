-- A renewal is some thirty rows, and each row is written again into every index of its table. What nobody reads by goes;
-- what is looked up only where it is set holds only that; what follows from another constraint is not kept twice.

-- A company's invoices are read through this one index in every order: what it can be sorted by stands in it.
drop index invoice_of_tenant, invoice_of_tenant_by_due, invoice_of_tenant_by_total, invoice_of_tenant_by_number;
create index invoice_of_tenant on invoice (tenant_uuid, issued_at, uuid) include (due_at, total_minor, number);
drop index invoice_corrected;
create index invoice_corrected on invoice (corrects_uuid) where corrects_uuid is not null;

-- Balances of all companies are sums over the whole ledger; only a company's own entries are looked up.
drop index ledger_entry_of_account, ledger_entry_of_source, ledger_entry_of_tenant;
create index ledger_entry_of_tenant on ledger_entry (tenant_uuid, account, happened_at) where tenant_uuid is not null;

drop index payment_of_tenant, payment_by_reference;
create index payment_of_tenant on payment (tenant_uuid);
-- The sandbox's references are made of our own keys: it is Stripe that calls payments by other names.
create index payment_by_reference on payment (provider_reference) where provider = 'stripe';

drop index earning_of_payout;
create index earning_of_payout on earning (payout_uuid) where payout_uuid is not null;

drop index sales_order_of_subscription, sales_order_by_cart, sales_order_of_discount_code;
create index sales_order_by_cart on sales_order (cart_uuid) where cart_uuid is not null;
create index sales_order_of_discount_code on sales_order (discount_code_uuid) where discount_code_uuid is not null;

-- A company has few enough subscriptions to pick those of a status out of them.
drop index subscription_of_tenant_by_status;

-- Every period but the first follows another's end, and each end is followed once. Times only go forward, so all lead
-- back to the first: no two can begin together, and nothing need be said about beginnings beside.
alter table billed_period drop constraint billed_period_starts_once;
drop index billed_period_chain;
alter table billed_period add constraint billed_period_follows_once unique (subscription_uuid, follows);

-- Only what happened to companies is looked up by its subject.
drop index audit_entry_of_subject;
create index audit_entry_of_company on audit_entry (subject_uuid, happened_at desc, uuid desc) where subject_kind = 'tenant';

-- A renewal moves a lease's period and leaves the tally alone. A trigger for each statement is handed every row all the
-- same, one for each row can be told which rows concern it.
drop trigger lease_tally_changed on lease;
create or replace function lease_tally_change() returns trigger language plpgsql as $$
begin
  insert into lease_tally as tally (tenant_uuid, status, length, registry, leases)
  select * from (values (old.tenant_uuid, old.status, old.length, old.registry, -1),
    (new.tenant_uuid, new.status, new.length, new.registry, 1)) moved (tenant_uuid, status, length, registry, change)
  order by 1, 2, 3, 4
  on conflict (tenant_uuid, status, length, registry) do update set leases = tally.leases + excluded.leases;
  return null;
end $$;
create trigger lease_tally_changed after update on lease for each row
  when ((old.tenant_uuid, old.status, old.length, old.registry)
    is distinct from (new.tenant_uuid, new.status, new.length, new.registry))
  execute function lease_tally_change();

-- The chain of the audit log, as it was: the same hashes, for less. A function that says truly that it is only stable
-- becomes part of the statement; a seal is set on all entries of a batch by one statement; and what must not change is
-- compared before anything is called.
create or replace function audit_hash(previous bytea, entry audit_entry) returns bytea
language sql stable parallel safe as $$
  select sha256(previous || convert_to(jsonb_build_array(
    entry.position, entry.uuid, entry.tenant_uuid, extract(epoch from entry.happened_at)::text, entry.actor_kind,
    entry.actor_id, entry.request_id, entry.action, entry.subject_kind, entry.subject_uuid, entry.data)::text, 'UTF8'))
$$;

create or replace function audit_seal(batch integer) returns integer language plpgsql as $$
declare
  entry audit_entry;
  head bytea;
  place bigint;
  entries uuid[] := '{}';
  hashes bytea[] := '{}';
begin
  perform pg_advisory_xact_lock(7238415002);
  select hash, position into head, place from audit_entry where position is not null order by position desc limit 1;
  head := coalesce(head, '\x');
  place := coalesce(place, 0);
  for entry in select * from audit_entry where position is null order by happened_at, uuid limit batch loop
    entry.position := place + 1 + cardinality(entries);
    head := audit_hash(head, entry);
    entries := entries || entry.uuid;
    hashes := hashes || head;
  end loop;
  update audit_entry set position = place + sealed.nth, hash = sealed.hash
  from unnest(entries, hashes) with ordinality as sealed (entry, hash, nth) where uuid = sealed.entry;
  return cardinality(entries);
end
$$;

drop trigger audit_keep on audit_entry;
create trigger audit_keep before update on audit_entry for each row
  when (old.position is not null
    or (old.uuid, old.tenant_uuid, old.happened_at, old.actor_kind, old.actor_id, old.request_id, old.action,
      old.subject_kind, old.subject_uuid, old.data)
    is distinct from (new.uuid, new.tenant_uuid, new.happened_at, new.actor_kind, new.actor_id, new.request_id, new.action,
      new.subject_kind, new.subject_uuid, new.data))
  execute function audit_keep();
create trigger audit_keep_row before delete on audit_entry for each row execute function audit_keep();
create or replace function audit_keep() returns trigger language plpgsql as $$
begin
  raise exception 'audit entries cannot be changed or removed' using errcode = 'restrict_violation';
end
$$;
