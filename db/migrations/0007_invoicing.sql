-- Money: documents, the ledger, payments, credits, and what holders earn.

create table document_number (
  series text not null,
  year smallint not null,
  last integer not null check (last > 0),
  primary key (series, year)
);
comment on table document_number is 'The last number given in each series and year; taken in the transaction of the document, so that there is no gap.';

create function amounts_of_many(lines jsonb) returns bigint language sql immutable parallel safe as $$
  select coalesce(sum((line ->> 'amount')::bigint), 0)::bigint from jsonb_array_elements(lines) as line
$$;

-- Most have one line or none; this much becomes part of the statement, and costs no call.
create function amounts(lines jsonb) returns bigint language sql immutable parallel safe as $$
  select case jsonb_array_length(lines)
    when 0 then 0::bigint when 1 then (lines -> 0 ->> 'amount')::bigint else amounts_of_many(lines) end
$$;
comment on function amounts is 'What the lines of a document add up to, in minor units.';

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows stay as they were written', tg_table_name using errcode = 'restrict_violation';
end $$;

create table invoice (
  uuid uuid primary key,
  tenant_uuid uuid not null references tenant,
  series text not null check (series = 'INV' or series = 'CN' or series like 'forecast%'),
  year smallint not null,
  position integer not null,
  number text not null unique,
  status text not null check (status in ('draft', 'unpaid', 'paid', 'refunded', 'cancelled')),
  order_uuid uuid,
  corrects_uuid uuid references invoice,
  seller jsonb not null,
  buyer jsonb not null,
  lines jsonb not null,
  discounts jsonb not null,
  taxes jsonb not null,
  sub_total_minor bigint not null,
  discount_minor bigint not null,
  tax_minor bigint not null,
  total_minor bigint not null,
  paid_minor bigint not null default 0,
  issued_at timestamptz not null,
  due_at timestamptz not null,
  paid_at timestamptz,
  constraint invoice_position_once unique (series, year, position),
  constraint invoice_lines_add_up check (sub_total_minor = amounts(lines)),
  constraint invoice_discounts_add_up check (discount_minor = amounts(discounts)),
  constraint invoice_taxes_add_up check (tax_minor = amounts(taxes)),
  constraint invoice_adds_up check (total_minor = sub_total_minor - discount_minor + tax_minor),
  constraint invoice_corrects check ((series = 'CN') = (corrects_uuid is not null))
);
comment on table invoice is 'An issued document in one row: it adds up by constraint, and only what was paid of it changes. A credit note has the amounts of what it takes back, negative.';
create index invoice_of_tenant on invoice (tenant_uuid, issued_at, uuid);
create index invoice_of_tenant_by_due on invoice (tenant_uuid, due_at, uuid);
create index invoice_of_tenant_by_total on invoice (tenant_uuid, total_minor, uuid);
create index invoice_of_tenant_by_number on invoice (tenant_uuid, number, uuid);
create index invoice_of_order on invoice (order_uuid);
create index invoice_corrected on invoice (corrects_uuid);
create trigger invoice_stays before update on invoice for each row
  when ((old.uuid, old.tenant_uuid, old.number, old.order_uuid, old.corrects_uuid, old.seller, old.buyer, old.lines,
    old.discounts, old.taxes, old.sub_total_minor, old.discount_minor, old.tax_minor, old.total_minor, old.issued_at,
    old.due_at) is distinct from (new.uuid, new.tenant_uuid, new.number, new.order_uuid, new.corrects_uuid, new.seller,
    new.buyer, new.lines, new.discounts, new.taxes, new.sub_total_minor, new.discount_minor, new.tax_minor,
    new.total_minor, new.issued_at, new.due_at))
  execute function refuse_change();
create trigger invoice_kept before delete on invoice for each statement execute function refuse_change();

create table invoice_transaction (
  uuid uuid primary key,
  tenant_uuid uuid not null references tenant,
  invoice_uuid uuid not null references invoice,
  type text not null check (type in ('payment', 'credit', 'refund', 'adjustment')),
  description text not null,
  amount_minor bigint not null,
  payment_uuid uuid,
  happened_at timestamptz not null
);
comment on table invoice_transaction is 'What was paid of an invoice, and what was given back.';
create index invoice_transaction_of_invoice on invoice_transaction (invoice_uuid, happened_at);
create index invoice_transaction_of_tenant on invoice_transaction (tenant_uuid);

create table ledger_entry (
  transfer_uuid uuid not null,
  position smallint not null,
  kind text not null check (kind in ('invoice', 'credit_note', 'payment', 'credit', 'earning', 'refund', 'grant', 'payout')),
  source_uuid uuid not null,
  account text not null check (account in
    ('receivable', 'credit', 'payable', 'unearned', 'commission', 'tax', 'sales', 'discount', 'payments', 'grants', 'payouts')),
  tenant_uuid uuid references tenant,
  amount_minor bigint not null check (amount_minor <> 0),
  happened_at timestamptz not null,
  primary key (transfer_uuid, position),
  constraint ledger_account_owner check ((account in ('receivable', 'credit', 'payable')) = (tenant_uuid is not null))
);
comment on table ledger_entry is 'Double entry: debits positive, credits negative, every transfer adds up to zero. Accounts with a company are that company''s, the others the marketplace''s.';
create index ledger_entry_of_account on ledger_entry (account, tenant_uuid, happened_at);
create index ledger_entry_of_tenant on ledger_entry (tenant_uuid, account, happened_at, transfer_uuid, position);
create index ledger_entry_of_source on ledger_entry (source_uuid);

create function ledger_balances() returns trigger language plpgsql as $$
declare unbalanced uuid;
begin
  select transfer_uuid into unbalanced from added group by transfer_uuid having sum(amount_minor) <> 0 limit 1;
  if found then
    raise exception 'transfer % does not add up to zero', unbalanced
      using errcode = 'check_violation', constraint = 'ledger_transfer_balances';
  end if;
  return null;
end $$;
create trigger ledger_transfer_balances after insert on ledger_entry
  referencing new table as added for each statement execute function ledger_balances();
create trigger ledger_entry_kept before update or delete on ledger_entry
  for each statement execute function refuse_change();

create table credit_account (
  tenant_uuid uuid primary key references tenant,
  total_minor bigint not null default 0 check (total_minor >= 0),
  held_minor bigint not null default 0,
  updated_at timestamptz not null,
  constraint credit_covers check (held_minor between 0 and total_minor)
);
comment on table credit_account is 'What a company has in credits, and how much of it open orders have claimed.';

create table payment_method (
  uuid uuid primary key,
  tenant_uuid uuid not null references tenant,
  type text not null check (type in ('card', 'paypal', 'bank_transfer', 'manual')),
  provider text not null check (provider in ('sandbox', 'stripe', 'none')),
  provider_customer text,
  provider_method text,
  is_default boolean not null,
  card_brand text,
  card_last_four text,
  card_expiry_month smallint,
  card_expiry_year smallint,
  created_at timestamptz not null,
  removed_at timestamptz,
  constraint payment_method_usable check (not is_default or removed_at is null)
);
comment on table payment_method is 'How a company pays. Of a card only what may be shown is kept; the rest is the provider''s.';
create index payment_method_of_tenant on payment_method (tenant_uuid, created_at, uuid);
create unique index payment_method_default on payment_method (tenant_uuid) where is_default;

create table payment (
  uuid uuid primary key,
  tenant_uuid uuid not null references tenant,
  order_uuid uuid not null,
  method_uuid uuid references payment_method,
  provider text not null check (provider in ('sandbox', 'stripe', 'none')),
  provider_reference text,
  status text not null check (status in
    ('started', 'authorised', 'needs_action', 'succeeded', 'declined', 'cancelled', 'refunding', 'refunded')),
  capture boolean not null,
  amount_minor bigint not null check (amount_minor > 0),
  failure text,
  action_url text,
  created_at timestamptz not null,
  started_at timestamptz not null,
  settled_at timestamptz
);
comment on table payment is 'One try to take money for an order; its uuid is the key under which the provider takes it at most once. started_at is real time: what is still started after a minute was left behind.';
create index payment_of_tenant on payment (tenant_uuid, created_at, uuid);
create index payment_of_order on payment (order_uuid, created_at);
create index payment_of_method on payment (method_uuid);
create unique index payment_once on payment (order_uuid)
  where status in ('started', 'authorised', 'needs_action', 'succeeded', 'refunding', 'refunded');
create index payment_left_behind on payment (started_at) where status in ('started', 'refunding');
create index payment_waiting on payment (started_at) where status in ('authorised', 'needs_action');
create index payment_by_reference on payment (provider_reference) where provider_reference is not null;

create table sandbox_charge (
  key text primary key,
  operation text not null check (operation in ('authorise', 'charge', 'capture', 'cancel', 'refund', 'confirm')),
  reference text not null,
  card text,
  amount_minor bigint not null,
  outcome text not null check (outcome in ('succeeded', 'authorised', 'declined', 'needs_action', 'cancelled')),
  failure text,
  happened_at timestamptz not null
);
comment on table sandbox_charge is 'The sandbox provider''s own log, written in its own transactions as the outside world would: what it was asked under which key, and what it answered.';
create index sandbox_charge_of_reference on sandbox_charge (reference);

create table payout (
  uuid uuid primary key,
  tenant_uuid uuid not null references tenant,
  month date not null,
  number text not null unique,
  status text not null check (status in ('pending', 'paid')),
  gross_minor bigint not null,
  commission_minor bigint not null,
  amount_minor bigint not null check (amount_minor > 0),
  earnings integer not null,
  created_at timestamptz not null,
  paid_at timestamptz,
  constraint payout_once_a_month unique (tenant_uuid, month),
  constraint payout_adds_up check (amount_minor = gross_minor - commission_minor)
);
comment on table payout is 'What a holder is sent for the months up to this one.';
create index payout_of_tenant on payout (tenant_uuid, created_at, uuid);
create index payout_by_age on payout (created_at, uuid);
create index payout_by_status on payout (status, created_at, uuid);

create table earning (
  uuid uuid primary key,
  tenant_uuid uuid not null references tenant,
  invoice_uuid uuid not null references invoice,
  subject_uuid uuid not null,
  name text not null,
  gross_minor bigint not null,
  commission_minor bigint not null,
  earned_at timestamptz not null,
  payout_uuid uuid references payout
);
comment on table earning is 'What a holder earned with one paid line of an invoice, and what the marketplace kept of it. A refund is the same, negative.';
create index earning_of_tenant on earning (tenant_uuid, earned_at, uuid);
create index earning_unpaid on earning (tenant_uuid, earned_at) where payout_uuid is null;
create index earning_of_invoice on earning (invoice_uuid);
create index earning_of_payout on earning (payout_uuid);
