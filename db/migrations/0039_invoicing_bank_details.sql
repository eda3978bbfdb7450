-- Where holders are paid to. A change counts once an owner has confirmed it by mail, and three days later; so whoever gets
-- into an account, or a mailbox, cannot lead money away unnoticed.
create table bank_details (
  uuid uuid primary key,
  tenant_uuid uuid not null references tenant,
  status text not null check (status in ('requested', 'confirmed', 'withdrawn')),
  account_holder text not null,
  iban text not null check (iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'),
  bic text check (bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
  address text[] not null,
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  vat_number text,
  ticket_digest text not null,
  requested_at timestamptz not null,
  confirmed_at timestamptz,
  effective_at timestamptz,
  ended_at timestamptz,
  constraint bank_details_confirmed check (
    (confirmed_at is null) = (effective_at is null) and (status = 'withdrawn' or (status = 'confirmed') = (confirmed_at is not null))
  ),
  constraint bank_details_ended check ((status = 'withdrawn') = (ended_at is not null))
);
comment on table bank_details is 'Where a holder is paid to, and as whom it is taxed; the latest confirmed ones that have taken effect count.';
create unique index bank_details_requested on bank_details (tenant_uuid) where status = 'requested';
create index bank_details_of_tenant on bank_details (tenant_uuid, requested_at, uuid);
create index bank_details_live on bank_details (tenant_uuid, effective_at) where status = 'confirmed';

-- Payouts go to a bank in files. A payout is in one file at most, with the account it is sent to.
create table payout_file (
  uuid uuid primary key,
  message_id text not null unique check (message_id ~ '^[A-Za-z0-9-]{1,35}$'),
  debtor jsonb not null,
  payouts integer not null check (payouts > 0),
  total_minor bigint not null check (total_minor > 0),
  created_at timestamptz not null
);
comment on table payout_file is 'Payouts that were handed to a bank together; debtor is the account they are sent from.';

alter table payout
  add column tax_minor bigint not null default 0 check (tax_minor >= 0),
  add column taxes jsonb not null default '[]',
  add column supplier jsonb,
  add column file_uuid uuid references payout_file,
  add column creditor jsonb,
  add constraint payout_taxed check (tax_minor = amounts(taxes)),
  add constraint payout_in_file check ((file_uuid is null) = (creditor is null));
create index payout_of_file on payout (file_uuid) where file_uuid is not null;
