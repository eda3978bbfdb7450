-- The map of the market is kept as counts of each square, not counted anew by everybody who looks (ADR 118).

create table map_change (
  id bigint generated always as identity primary key,
  area cidr not null
);
comment on table map_change is 'Where the kept map may be wrong: everything a transaction changed lies in such an area. Whoever looks counts these areas anew, until the map has been brought up to date there. Only ever added to, so that nobody waits for anybody.';

create table map_cell (
  level smallint not null,
  cell cidr not null,
  state text not null check (state in ('offered', 'held', 'leased')),
  blocks bigint not null,
  addresses bigint not null,
  primary key (level, cell, state)
);
comment on table map_cell is 'What anyone sees of the market in a square: so many blocks, and their addresses. At each level a block that is no smaller than a square is a cell of its own.';

create table map_own_cell (
  tenant_uuid uuid not null references tenant (uuid),
  level smallint not null,
  cell cidr not null,
  state text not null check (state in ('own_offered', 'own_hidden', 'own_held', 'own_leased', 'held_by_you', 'leased_by_you')),
  shown boolean not null,
  blocks bigint not null,
  addresses bigint not null,
  primary key (tenant_uuid, level, cell, state, shown)
);
comment on table map_own_cell is 'The same of what a company offers, holds or leases, in the largest squares and in the smallest. shown: anyone sees these blocks too, without whose they are.';
create index map_own_cell_by_cell on map_own_cell (level, cell);

create table map_octet (
  octet smallint primary key,
  version bigint not null,
  blocks bigint not null
);
comment on table map_octet is 'A first octet: how often its part of the map has been brought up to date, and how many blocks anyone then saw there.';

create function map_levels() returns smallint[] language sql immutable parallel safe
return '{12,16,20}'::smallint[];

create function map_own_levels() returns smallint[] language sql immutable parallel safe
return '{12,20}'::smallint[];

create function map_cell_of(block cidr, level integer) returns cidr language sql immutable parallel safe
return set_masklen(block, least(masklen(block::inet), level));

create function map_last(area cidr) returns cidr language sql immutable parallel safe
return set_masklen(broadcast(area::inet), 32)::cidr;

create function map_octet_of(area cidr) returns smallint language sql immutable parallel safe
return ((area::inet - '0.0.0.0'::inet) >> 24)::smallint;

-- Blocks that have addresses in the area: once as anyone sees them, and once for each company whose they are.
create function map_seen(area cidr) returns table (viewer uuid, block cidr, state text, shown boolean)
language sql stable parallel safe begin atomic
  select seen.viewer, b.block, seen.state, b.shown
  from (
    select f.block, f.tenant_uuid as holder, null::uuid as lessee, null::text as taken,
      not f.hidden and exists (
        select from pricing p where p.offer_uuid = f.offer_uuid and p.on_shelf and p.length >= f.length) as shown
    from (
      select * from free_block where block >= area and block <= map_last(area)
      union all
      select * from (select * from free_block where block < area order by block desc limit 1) before
      where before.block >> area
    ) f
    union all
    select a.block, o.tenant_uuid, a.tenant_uuid, case a.status when 'leased' then 'leased' else 'held' end,
      a.status = 'leased' or (o.status = 'validity_active' and not o.hidden)
    from allocation a join offer o on o.uuid = a.offer_uuid
    where a.status in ('held', 'claimed', 'leased', 'resting') and a.block && area
  ) b cross join lateral (values
    (true, null::uuid, case when b.shown then coalesce(b.taken, 'offered') end),
    (b.lessee is distinct from b.holder, b.holder,
      case when b.taken is not null then 'own_' || b.taken when b.shown then 'own_offered' else 'own_hidden' end),
    (b.lessee is not null, b.lessee, b.taken || '_by_you')
  ) seen (applies, viewer, state)
  where seen.applies and seen.state is not null;
end;

-- Of areas that may lie in each other the outermost, each at least a smallest square.
create function map_outermost(areas cidr[]) returns cidr[] language sql immutable parallel safe
return coalesce((
  select array_agg(area) from (
    select area, max(set_masklen(broadcast(area::inet), 32))
      over (order by area rows between unbounded preceding and 1 preceding) as reached
    from (select distinct map_cell_of(given.area, 20) as area from unnest(areas) as given (area)) wide
  ) walked where reached is null or reached < area), '{}');

-- What is to be added to the smallest squares that are kept, so that these areas are right.
create function map_delta(areas cidr[])
returns table (viewer uuid, cell cidr, state text, shown boolean, blocks bigint, addresses bigint)
language sql stable parallel safe begin atomic
  select part.viewer, part.cell, part.state, part.shown, sum(part.blocks)::bigint, sum(part.addresses)::bigint
  from (
    select s.viewer, map_cell_of(s.block, 20) as cell, s.state, s.shown, 1 as blocks,
      1::bigint << (32 - masklen(s.block::inet)) as addresses
    from unnest(areas) as t (area) cross join lateral map_seen(t.area) s where s.block <<= t.area
    union all
    select null, c.cell, c.state, true, -c.blocks, -c.addresses from unnest(areas) as t (area)
    join map_cell c on c.level = 20 and c.cell >= t.area and c.cell <= map_last(t.area)
    union all
    select c.tenant_uuid, c.cell, c.state, c.shown, -c.blocks, -c.addresses from unnest(areas) as t (area)
    join map_own_cell c on c.level = 20 and c.cell >= t.area and c.cell <= map_last(t.area)
  ) part group by 1, 2, 3, 4 having sum(part.blocks) <> 0 or sum(part.addresses) <> 0;
end;

-- Brings the kept map up to date where the first changes were; returns how many, none once there are none up to that one.
-- Of large areas fewer are taken at once. What is committed meanwhile may be counted already, and its own change then adds
-- nothing.
create function map_fold(upto bigint, most integer) returns integer language plpgsql as $$
declare
  done bigint[];
  areas cidr[];
begin
  perform pg_advisory_xact_lock(6114000264);
  select array_agg(first.id), public.map_outermost(array_agg(first.area)) into done, areas
  from (
    select id, area, sum(greatest(1, most >> (masklen(area::inet) - 5))) over (order by id) as weight
    from (select id, area from public.map_change where id <= upto order by id limit most) oldest
  ) first where first.weight <= most;
  if done is null then return 0; end if;
  with delta as materialized (select * from public.map_delta(areas)),
  cells as (
    insert into public.map_cell as kept (level, cell, state, blocks, addresses)
    select l.level, public.map_cell_of(d.cell, l.level), d.state, sum(d.blocks), sum(d.addresses)
    from delta d cross join unnest(public.map_levels()) as l (level) where d.viewer is null
    group by 1, 2, 3
    on conflict (level, cell, state)
    do update set blocks = kept.blocks + excluded.blocks, addresses = kept.addresses + excluded.addresses),
  own as (
    insert into public.map_own_cell as kept (tenant_uuid, level, cell, state, shown, blocks, addresses)
    select d.viewer, l.level, public.map_cell_of(d.cell, l.level), d.state, d.shown, sum(d.blocks), sum(d.addresses)
    from delta d cross join unnest(public.map_own_levels()) as l (level) where d.viewer is not null
    group by 1, 2, 3, 4, 5
    on conflict (tenant_uuid, level, cell, state, shown)
    do update set blocks = kept.blocks + excluded.blocks, addresses = kept.addresses + excluded.addresses)
  insert into public.map_octet as kept (octet, version, blocks)
  select octet, 1, coalesce(sum(change.blocks), 0)
  from (select distinct public.map_octet_of(area) as octet from unnest(areas) as touched (area)) touched
  left join (select public.map_octet_of(cell) as octet, blocks from delta where viewer is null) change using (octet)
  group by octet
  on conflict (octet) do update set version = kept.version + 1, blocks = kept.blocks + excluded.blocks;
  delete from public.map_cell c using unnest(areas) as t (area), unnest(public.map_levels()) as l (level)
  where c.level = l.level and c.blocks = 0 and c.cell >= public.map_cell_of(t.area, l.level)
    and c.cell <= public.map_last(public.map_cell_of(t.area, l.level));
  delete from public.map_own_cell c using unnest(areas) as t (area), unnest(public.map_own_levels()) as l (level)
  where c.level = l.level and c.blocks = 0 and c.cell >= public.map_cell_of(t.area, l.level)
    and c.cell <= public.map_last(public.map_cell_of(t.area, l.level));
  delete from public.map_change where id = any(done);
  return cardinality(done);
end $$;

-- Very many at once are told by their first octets.
create function map_mark(areas cidr[]) returns void language sql begin atomic
  insert into map_change (area)
  select distinct case when cardinality(areas) > 100 then set_masklen(a.area, 8) else a.area end
  from unnest(areas) as a (area);
end;

create function map_mark_blocks() returns trigger language plpgsql as $$
begin
  perform public.map_mark(array(select block from touched));
  return null;
end $$;
create trigger map_follows_freed after insert on free_block
  referencing new table as touched for each statement execute function map_mark_blocks();
create trigger map_follows_taken after delete on free_block
  referencing old table as touched for each statement execute function map_mark_blocks();

-- A claim is made out of free blocks and becomes such again: here is only what becomes of it meanwhile.
create function map_mark_block() returns trigger language plpgsql as $$
begin
  perform public.map_mark(array[new.block]);
  return null;
end $$;
create trigger map_follows_claims after update on allocation for each row
  when ((old.status = 'leased') <> (new.status = 'leased')
    or (old.status in ('released', 'ended')) <> (new.status in ('released', 'ended')))
  execute function map_mark_block();
create trigger map_follows_offers after update on offer for each row
  when ((old.status = 'validity_active' and not old.hidden) <> (new.status = 'validity_active' and not new.hidden))
  execute function map_mark_block();

create function map_mark_prices() returns trigger language plpgsql as $$
begin
  perform public.map_mark(array(
    select distinct o.block from added n join removed p using (uuid) join public.offer o on o.uuid = n.offer_uuid
    where n.on_shelf <> p.on_shelf));
  return null;
end $$;
create trigger map_follows_prices after update on pricing
  referencing old table as removed new table as added for each statement execute function map_mark_prices();

-- What is there already.
select map_mark(array(select distinct set_masklen(block, 8) from offer where proven));
do $$ begin
  while map_fold((select max(id) from map_change), 1000) > 0 loop end loop;
end $$;
