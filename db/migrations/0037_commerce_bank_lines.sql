-- Money that came by a bank, line by line. A line is booked once: towards an order, to a company's credits, or to nobody,
-- and the same line of an account is never there twice.
create table bank_line (
  uuid uuid primary key,
  source text not null check (source in ('camt053', 'csv', 'operator')),
  account text not null,
  bank_key text not null,
  status text not null check (status in ('open', 'booked', 'dismissed')),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  received_on date not null,
  payer text,
  payer_account text,
  reference text check (reference ~ '^RF[0-9]{2}[0-9A-Z]{1,21}$'),
  remittance text,
  order_uuid uuid references sales_order,
  tenant_uuid uuid references tenant,
  credited_minor bigint,
  reason text,
  created_at timestamptz not null,
  settled_at timestamptz,
  constraint bank_line_once unique (account, bank_key),
  constraint bank_line_settled check ((status = 'open') = (settled_at is null)),
  constraint bank_line_booked check ((status = 'booked') = (tenant_uuid is not null)),
  constraint bank_line_shared check (
    (tenant_uuid is null) = (credited_minor is null) and credited_minor between 0 and amount_minor
    and (tenant_uuid is not null or order_uuid is null) and (order_uuid is not null or credited_minor = amount_minor)
  ),
  constraint bank_line_dismissed check ((status = 'dismissed') = (reason is not null))
);
comment on table bank_line is 'Money that came by a bank: what the bank says of it, and what became of it. What of it became credits is credited_minor; the rest paid its order.';
create index bank_line_open on bank_line (received_on, uuid) where status = 'open';
create index bank_line_by_day on bank_line (received_on, uuid);
create index bank_line_of_order on bank_line (order_uuid) where order_uuid is not null;

-- What came by a bank and pays no document yet is owed to the company as credits.
alter table ledger_entry drop constraint ledger_entry_kind_check;
alter table ledger_entry add constraint ledger_entry_kind_check
  check (kind in ('invoice', 'credit_note', 'payment', 'credit', 'earning', 'refund', 'grant', 'payout', 'deposit'));
