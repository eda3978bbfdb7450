-- A hold that an order has claimed does not lapse; a block whose lease has ended may rest before it is free again.

alter table allocation drop constraint allocation_status_check;
alter table allocation add constraint allocation_status_check
  check (status in ('held', 'claimed', 'leased', 'resting', 'released', 'ended'));
alter table allocation drop constraint allocation_open;
alter table allocation add constraint allocation_open check (status not in ('held', 'resting') or until is not null);
alter table allocation drop constraint allocation_blocks_apart;
alter table allocation add constraint allocation_blocks_apart
  exclude using spgist (block inet_ops with &&) where (status in ('held', 'claimed', 'leased', 'resting'));
create index allocation_rest_ends on allocation (until) where status = 'resting';

alter table reservation add column claimed_by uuid;
comment on column reservation.claimed_by is 'The order that is buying, or has bought, the block.';
create index reservation_claimed on reservation (claimed_by) where claimed_by is not null;
