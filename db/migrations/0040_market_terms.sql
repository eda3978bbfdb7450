-- Who commits for longer may pay less: the holder says how much, for all sizes of an offer at once.
alter table offer add column commitment_discounts jsonb not null default '[]'
  check (jsonb_typeof(commitment_discounts) = 'array');
comment on column offer.commitment_discounts is 'What is off every price for a commitment: [{months, percent}], the shortest first.';

-- Whoever looks for a block is told which of its checks were skipped for want of data.
alter table offer add column skipped_checks text[] not null default '{}';
comment on column offer.skipped_checks is 'Kinds of its checks that were skipped for want of data; reverse DNS, which nothing looks at, is none of them.';
update offer o set skipped_checks = skipped.kinds
from (select offer_uuid, array_agg(kind order by kind) as kinds from offer_check
  where status = 'skipped' and kind <> 'dns' group by 1) skipped
where skipped.offer_uuid = o.uuid;

alter table reservation
  add column undiscounted_minor bigint,
  add column discount_bp integer check (discount_bp between 1 and 9000),
  add constraint reservation_discount check ((undiscounted_minor is null) = (discount_bp is null)
    and undiscounted_minor >= price_minor);
comment on column reservation.undiscounted_minor is 'What a month would cost without the commitment, where that makes it less; discount_bp says by how much.';

-- A holder may answer a lower offer by a third price, which the lessee accepts, declines or lets lapse.
alter table reservation
  drop constraint reservation_status_check,
  add constraint reservation_status_check check (status in ('pending', 'countered', 'accepted', 'declined', 'expired')),
  add column counter_minor bigint check (counter_minor > 0),
  add column counter_ip_price text,
  add constraint reservation_counter check ((counter_minor is null) = (counter_ip_price is null)
    and (status <> 'countered' or (counter_minor is not null and negotiated)));
comment on column reservation.counter_minor is 'What the holder would let it for instead, once it has said so; accepted, it is the price.';

-- Nothing reads a maintainer's password, so none is kept.
alter table offer drop column maintainer_password_sealed;
