-- What orders have claimed counts with what carts hold: the blocks a company keeps from others.
create index allocation_kept_of_tenant on allocation (tenant_uuid, until) where status in ('held', 'claimed');
drop index allocation_hold_of_tenant;
