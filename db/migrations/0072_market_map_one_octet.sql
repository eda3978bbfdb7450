-- At most as much as one /8 is brought up to date at once. Of eight that are let in thousands of parts that took longer than a
-- statement may, so it was cancelled and begun again for ever; what it takes grows with the blocks there, and one has at most
-- 65,536.

create or replace function map_fold(upto bigint, most integer) returns integer language plpgsql as $$
declare
  done bigint[];
  areas cidr[];
begin
  perform pg_advisory_xact_lock(6114000264);
  select array_agg(first.id), public.map_outermost(array_agg(first.area)) into done, areas
  from (
    select id, area, sum(greatest(1, most >> (masklen(area::inet) - 8))) over (order by id) as weight
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
