-- From the cart to a year of renewals.

create table customer_address (
  uuid uuid primary key,
  number integer not null generated always as identity unique,
  tenant_uuid uuid not null references tenant,
  first_name text,
  last_name text,
  company_name text,
  vat_number text,
  vat_validation_status text check (vat_validation_status in ('pending', 'valid', 'invalid', 'failed')),
  vat_validated_at timestamptz,
  line_one text not null,
  line_two text,
  line_three text,
  city text not null,
  province_code text,
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  postcode text not null,
  contact_email text,
  contact_phone text,
  company_code text,
  created_at timestamptz not null,
  removed_at timestamptz
);
comment on table customer_address is 'Where a company is billed. Carts, orders and documents keep copies.';
create index customer_address_of_tenant on customer_address (tenant_uuid, created_at, uuid);

create table discount_code (
  uuid uuid primary key,
  code text not null unique check (code = upper(code)),
  name text not null,
  kind text not null check (kind in ('percent', 'amount')),
  value integer not null check (value > 0 and (kind = 'amount' or value <= 10000)),
  most_uses integer check (most_uses > 0),
  uses integer not null default 0,
  valid_from timestamptz,
  valid_until timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint discount_code_uses check (uses >= 0 and (most_uses is null or uses <= most_uses))
);
comment on table discount_code is 'A discount on a first invoice: basis points of the subtotal, or an amount in minor units. The marketplace bears it.';

create table cart (
  uuid uuid primary key,
  tenant_uuid uuid not null references tenant,
  status text not null check (status in ('open', 'checkout', 'ordered')),
  address jsonb,
  credits_minor bigint not null default 0 check (credits_minor >= 0),
  discount_code_uuid uuid references discount_code,
  payment_method_uuid uuid references payment_method,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
comment on table cart is 'One that is current per company. Its lines are the company''s live reservations that were accepted.';
create index cart_of_tenant on cart (tenant_uuid, created_at);
create unique index cart_current on cart (tenant_uuid) where status <> 'ordered';
create index cart_of_discount_code on cart (discount_code_uuid);
create index cart_of_payment_method on cart (payment_method_uuid);

create table sales_order (
  uuid uuid primary key,
  tenant_uuid uuid not null references tenant,
  kind text not null check (kind in ('purchase', 'renewal', 'early_exit')),
  status text not null check (status in ('draft', 'pending_payment', 'paid', 'completed', 'cancelled', 'expired', 'refunded')),
  cart_uuid uuid references cart,
  subscription_uuid uuid,
  period_start timestamptz,
  period_end timestamptz,
  buyer jsonb not null,
  lines jsonb not null,
  discounts jsonb not null,
  taxes jsonb not null,
  discount_code_uuid uuid references discount_code,
  sub_total_minor bigint not null,
  discount_minor bigint not null,
  tax_minor bigint not null,
  credits_minor bigint not null,
  total_minor bigint not null,
  payment_method_uuid uuid references payment_method,
  placed_at timestamptz not null,
  expires_at timestamptz,
  completed_at timestamptz,
  constraint sales_order_adds_up check (sub_total_minor = amounts(lines) and tax_minor = amounts(taxes)
    and discount_minor = amounts(discounts) and total_minor = sub_total_minor - discount_minor + tax_minor
    and credits_minor between 0 and total_minor),
  constraint sales_order_renews check ((kind = 'purchase') = (subscription_uuid is null))
);
comment on table sales_order is 'What a company buys or renews, as it was priced; credits_minor is the part of the total its credits pay.';
create index sales_order_of_tenant on sales_order (tenant_uuid, placed_at, uuid);
create unique index sales_order_of_cart on sales_order (cart_uuid) where status not in ('cancelled', 'expired');
create index sales_order_by_cart on sales_order (cart_uuid);
create unique index sales_order_of_period on sales_order (subscription_uuid, period_start)
  where kind = 'renewal' and status not in ('cancelled', 'expired');
create index sales_order_of_subscription on sales_order (subscription_uuid);
create index sales_order_expires on sales_order (expires_at) where status = 'pending_payment' and kind = 'purchase';
create index sales_order_draft on sales_order (placed_at) where status = 'draft';
create index sales_order_of_discount_code on sales_order (discount_code_uuid);
create index sales_order_of_payment_method on sales_order (payment_method_uuid);

create table subscription (
  uuid uuid primary key,
  tenant_uuid uuid not null references tenant,
  holder_uuid uuid not null references tenant,
  lease_uuid uuid not null unique references lease,
  order_uuid uuid not null references sales_order,
  name text not null,
  product_type text not null check (product_type in ('ipv4')),
  status text not null check (status in ('active', 'suspended', 'terminated')),
  price_minor bigint not null check (price_minor > 0),
  commission_bp integer not null check (commission_bp between 0 and 10000),
  buyer jsonb not null,
  payment_method_uuid uuid references payment_method,
  anchor_day smallint not null check (anchor_day between 1 and 31),
  period_number integer not null check (period_number > 0),
  period_start timestamptz not null,
  period_end timestamptz not null check (period_end > period_start),
  next_step text check (next_step in
    ('order', 'authorise', 'capture', 'due', 'grace_first', 'grace_second', 'last_try', 'end')),
  next_step_at timestamptz,
  started_at timestamptz not null,
  expires_at timestamptz,
  terminated_at timestamptz,
  constraint subscription_next_step check ((next_step is null) = (next_step_at is null)),
  constraint subscription_goes_on check ((status = 'terminated') = (next_step_at is null)),
  constraint subscription_over check ((status = 'terminated') = (terminated_at is not null))
);
comment on table subscription is 'A lease as it is billed: the period that runs, and the next step of the timetable with its time. expires_at: nothing renews past it.';
create index subscription_of_tenant on subscription (tenant_uuid, started_at, uuid);
create index subscription_of_tenant_by_status on subscription (tenant_uuid, status, started_at, uuid);
create index subscription_of_holder on subscription (holder_uuid);
create index subscription_of_order on subscription (order_uuid);
create index subscription_of_payment_method on subscription (payment_method_uuid);
create index subscription_next_step on subscription (next_step_at) where next_step_at is not null;

create table billed_period (
  subscription_uuid uuid not null references subscription,
  position integer not null check (position > 0),
  tenant_uuid uuid not null references tenant,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  follows timestamptz generated always as (case when position > 1 then starts_at end) stored,
  order_uuid uuid not null references sales_order,
  invoice_uuid uuid not null references invoice,
  primary key (subscription_uuid, position),
  constraint billed_period_runs check (starts_at < ends_at),
  constraint billed_period_starts_once unique (subscription_uuid, starts_at),
  constraint billed_period_ends_once unique (subscription_uuid, ends_at),
  constraint billed_period_follows foreign key (subscription_uuid, follows) references billed_period (subscription_uuid, ends_at)
);
comment on table billed_period is 'What has been billed of a subscription. Every period but the first begins where another ends: neither gap nor overlap, by constraint.';
create index billed_period_of_tenant on billed_period (tenant_uuid);
create index billed_period_of_order on billed_period (order_uuid);
create index billed_period_of_invoice on billed_period (invoice_uuid);
create index billed_period_chain on billed_period (subscription_uuid, follows);

create table termination_request (
  uuid uuid primary key,
  tenant_uuid uuid not null references tenant,
  subscription_uuid uuid not null references subscription,
  type text not null check (type in ('end_of_period', 'immediate')),
  status text not null check (status in ('pending', 'approved', 'completed', 'rejected', 'cancelled')),
  reason text not null,
  details text,
  use_again boolean,
  early_exit_minor bigint not null default 0,
  effective_at timestamptz,
  requested_at timestamptz not null,
  decided_at timestamptz,
  terminated_at timestamptz
);
create index termination_request_of_tenant on termination_request (tenant_uuid, requested_at, uuid);
create index termination_request_of_status on termination_request (status, requested_at, uuid);
create unique index termination_request_open on termination_request (subscription_uuid) where status in ('pending', 'approved');
create index termination_request_of_subscription on termination_request (subscription_uuid);
