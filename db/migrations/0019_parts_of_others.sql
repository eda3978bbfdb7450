-- What is a part of another row is whose that is: it need not say so again, and nobody reads it by its company.
alter table invoice_transaction drop column tenant_uuid;
alter table billed_period drop column tenant_uuid;

-- A company pays by a method of its own: one look for both keys, and a promise that two of them did not make.
alter table payment_method add constraint payment_method_of_company unique (uuid, tenant_uuid);
alter table payment
  drop constraint payment_tenant_uuid_fkey,
  drop constraint payment_method_uuid_fkey,
  add constraint payment_by_own_method foreign key (method_uuid, tenant_uuid) references payment_method (uuid, tenant_uuid);
