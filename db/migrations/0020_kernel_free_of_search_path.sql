-- A dump is loaded with an empty search path, and check constraints are asked while it is: `amounts` did not find the
-- function it calls, and no invoice and no order came back. So nothing here looks anything up by a bare name any more.
-- SQL functions get a body that is bound when it is defined and is still expanded in place; PL/pgSQL says the schema,
-- because `set search_path` would cost at every call.

create or replace function amounts_of_many(lines jsonb) returns bigint language sql immutable parallel safe
return (select coalesce(sum((line ->> 'amount')::bigint), 0)::bigint from jsonb_array_elements(lines) as line);

create or replace function amounts(lines jsonb) returns bigint language sql immutable parallel safe
return case jsonb_array_length(lines)
  when 0 then 0::bigint when 1 then (lines -> 0 ->> 'amount')::bigint else amounts_of_many(lines) end;

create or replace function lock_offer(offer uuid) returns void language sql
return pg_advisory_xact_lock(hashtextextended(offer::text, 6114000258));

create or replace function audit_hash(previous bytea, entry audit_entry) returns bytea
language sql stable parallel safe
return sha256(previous || convert_to(jsonb_build_array(
  entry.position, entry.uuid, entry.tenant_uuid, extract(epoch from entry.happened_at)::text, entry.actor_kind,
  entry.actor_id, entry.request_id, entry.action, entry.subject_kind, entry.subject_uuid, entry.data)::text, 'UTF8'));

create or replace function audit_seal(batch integer) returns integer language plpgsql as $$
declare
  entry public.audit_entry;
  head bytea;
  place bigint;
  entries uuid[] := '{}';
  hashes bytea[] := '{}';
begin
  perform pg_advisory_xact_lock(7238415002);
  select hash, position into head, place from public.audit_entry
  where position is not null order by position desc limit 1;
  head := coalesce(head, '\x');
  place := coalesce(place, 0);
  for entry in select * from public.audit_entry where position is null order by happened_at, uuid limit batch loop
    entry.position := place + 1 + cardinality(entries);
    head := public.audit_hash(head, entry);
    entries := entries || entry.uuid;
    hashes := hashes || head;
  end loop;
  update public.audit_entry set position = place + sealed.nth, hash = sealed.hash
  from unnest(entries, hashes) with ordinality as sealed (entry, hash, nth) where uuid = sealed.entry;
  return cardinality(entries);
end
$$;

create or replace function lease_tally_add() returns trigger language plpgsql as $$
begin
  insert into public.lease_tally as tally (tenant_uuid, status, length, registry, leases)
  select tenant_uuid, status, length, registry, count(*) from added group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (tenant_uuid, status, length, registry) do update set leases = tally.leases + excluded.leases;
  return null;
end $$;

create or replace function lease_tally_change() returns trigger language plpgsql as $$
begin
  insert into public.lease_tally as tally (tenant_uuid, status, length, registry, leases)
  select * from (values (old.tenant_uuid, old.status, old.length, old.registry, -1),
    (new.tenant_uuid, new.status, new.length, new.registry, 1)) moved (tenant_uuid, status, length, registry, change)
  order by 1, 2, 3, 4
  on conflict (tenant_uuid, status, length, registry) do update set leases = tally.leases + excluded.leases;
  return null;
end $$;

create or replace function letter_tell_leases(leases uuid[]) returns void language plpgsql as $$
begin
  perform from public.lease where uuid = any(leases) order by uuid for no key update;
  update public.lease set asns = named.asns
  from (
    select l.uuid, array(select distinct asn from public.letter
      where lease_uuid = l.uuid and status in ('pending', 'active') order by asn) as asns
    from unnest(leases) as l (uuid)
  ) named where lease.uuid = named.uuid and lease.asns <> named.asns;
end $$;

create or replace function letter_added() returns trigger language plpgsql as $$
begin
  perform public.letter_tell_leases(array(select distinct lease_uuid from added where status in ('pending', 'active')));
  return null;
end $$;

create or replace function letter_changed() returns trigger language plpgsql as $$
begin
  perform public.letter_tell_leases(array(
    select distinct n.lease_uuid from added n join removed o using (uuid)
    where (n.status in ('pending', 'active')) <> (o.status in ('pending', 'active'))));
  return null;
end $$;
