-- Whoever sells without VAT must show later that the number was valid when it was asked about.
create table vat_check (
  uuid uuid primary key,
  tenant_uuid uuid not null references tenant,
  vat_number text not null,
  asked text not null check (asked in ('vies', 'url')),
  valid boolean not null,
  consultation_number text,
  requester text,
  name text,
  address text,
  checked_at timestamptz not null
);
comment on table vat_check is 'What was answered about a VAT number, kept as evidence; no answer is no row.';
create index vat_check_of_tenant on vat_check (tenant_uuid, checked_at, uuid);

-- Numbers that nobody could be asked about are asked about again.
create index customer_address_unchecked on customer_address (tenant_uuid, vat_number)
  where vat_validation_status = 'failed' and removed_at is null;
