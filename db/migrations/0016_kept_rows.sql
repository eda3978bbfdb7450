-- An index for a foreign key is read when what the key names is deleted. Companies, their payment methods, orders, prices
-- and discount codes are never deleted: they are closed, removed, cancelled or withdrawn, and their rows stay. Where the
-- database holds us to that, nobody reads by such an index, and a row need not be written into it.
create trigger tenant_kept before delete on tenant for each statement execute function refuse_change();
create trigger payment_method_kept before delete on payment_method for each statement execute function refuse_change();
create trigger sales_order_kept before delete on sales_order for each statement execute function refuse_change();
create trigger pricing_kept before delete on pricing for each statement execute function refuse_change();
create trigger discount_code_kept before delete on discount_code for each statement execute function refuse_change();

drop index payment_of_method, payment_of_tenant;
drop index subscription_of_order;
drop index billed_period_of_invoice, billed_period_of_order, billed_period_of_tenant;
drop index invoice_transaction_of_tenant;
drop index lease_of_pricing;
drop index commitment_of_pricing, commitment_of_tenant;
drop index reservation_of_pricing;
drop index allocation_of_tenant;
drop index cart_of_discount_code;

-- A method that is removed is looked for in orders that wait to be paid, and orders of renewals have no cart.
drop index sales_order_of_payment_method, sales_order_of_cart;
create index sales_order_of_payment_method on sales_order (payment_method_uuid)
  where status in ('draft', 'pending_payment');
create unique index sales_order_of_cart on sales_order (cart_uuid)
  where cart_uuid is not null and status not in ('cancelled', 'expired');

-- What moves with every renewal is a narrow row of its own: a lease is in fourteen indexes, and each would be written again.
create table lease_term (
  uuid uuid primary key references lease (uuid),
  tenant_uuid uuid not null,
  period_start timestamptz,
  next_due_at timestamptz
);
comment on table lease_term is 'The period of a lease that runs. next_due_at: when it ends; null once the lease has ended.';
insert into lease_term (uuid, tenant_uuid, period_start, next_due_at)
select uuid, tenant_uuid, period_start, next_due_at from lease;
alter table lease drop column period_start, drop column next_due_at;
create index lease_term_by_due on lease_term (tenant_uuid, coalesce(next_due_at, 'infinity'), uuid)
  include (next_due_at);
