-- A checkout writes ten entries of the log, all by the same one at the same moment: ten rows, each in four indexes, and each
-- written again when it is sealed. What one transaction says in one company's log is one row from now on: its first entry
-- as before, those that came with it in a list. Whoever reads entries reads a view, which shows each by itself.
alter table audit_entry rename to audit_deed;
alter table audit_deed rename constraint audit_entry_pkey to audit_deed_pkey;
alter table audit_deed rename constraint audit_entry_position_key to audit_deed_position_key;
alter table audit_deed rename constraint audit_entry_actor_kind_check to audit_deed_actor_kind_check;
alter table audit_deed rename constraint audit_entry_check to audit_deed_sealed;
alter index audit_entry_unsealed rename to audit_deed_unsealed;
-- What happened to companies is looked up by its subject, so it never comes along with something else.
alter index audit_entry_of_company rename to audit_deed_of_company;
-- Made again below: releases of PostgreSQL from November 2026 on give no table a column with a default while a function with
-- a bound body takes its rows.
drop function audit_hash;
alter table audit_deed
  add also jsonb,
  add entries smallint not null default 1,
  add constraint audit_deed_entries check (entries = 1 + coalesce(jsonb_array_length(also), 0)),
  add constraint audit_deed_of_company_alone check (not also @> '[{"subject_kind": "tenant"}]');
comment on table audit_deed is 'What one transaction did in one company''s log: its first entry, and also those that came with it. Sealed into a hash chain by position soon after; sealed rows cannot change.';
-- How many entries a company has is read from the index alone.
drop index audit_entry_of_tenant;
create index audit_deed_of_tenant on audit_deed (tenant_uuid, happened_at desc, uuid desc) include (entries);

create view audit_entry as
select entry.uuid, deed.tenant_uuid, deed.happened_at, deed.actor_kind, deed.actor_id, deed.request_id, entry.action,
  entry.subject_kind, entry.subject_uuid, entry.data, deed.uuid as deed_uuid, entry.nth
from audit_deed deed cross join lateral (
  select deed.uuid, deed.action, deed.subject_kind, deed.subject_uuid, deed.data, 0::bigint as nth
  union all
  select came.uuid, came.action, came.subject_kind, came.subject_uuid, came.data, came.nth
  from rows from (jsonb_to_recordset(deed.also)
      as (uuid uuid, action text, subject_kind text, subject_uuid uuid, data jsonb))
    with ordinality as came (uuid, action, subject_kind, subject_uuid, data, nth)
) entry;
comment on view audit_entry is 'Who did what when. The entries of a deed stand one after the other.';

-- The same hashes for what is sealed already: a deed of one entry is hashed as it was.
create or replace function audit_hash(previous bytea, entry audit_deed) returns bytea
language sql stable parallel safe
return sha256(previous || convert_to((jsonb_build_array(
    entry.position, entry.uuid, entry.tenant_uuid, extract(epoch from entry.happened_at)::text, entry.actor_kind,
    entry.actor_id, entry.request_id, entry.action, entry.subject_kind, entry.subject_uuid, entry.data)
  || case when entry.also is null then '[]' else jsonb_build_array(entry.also) end)::text, 'UTF8'));

create or replace function audit_seal(batch integer) returns integer language plpgsql as $$
declare
  deed public.audit_deed;
  head bytea;
  place bigint;
  deeds uuid[] := '{}';
  hashes bytea[] := '{}';
begin
  perform pg_advisory_xact_lock(7238415002);
  select hash, position into head, place from public.audit_deed
  where position is not null order by position desc limit 1;
  head := coalesce(head, '\x');
  place := coalesce(place, 0);
  for deed in select * from public.audit_deed where position is null order by happened_at, uuid limit batch loop
    deed.position := place + 1 + cardinality(deeds);
    head := public.audit_hash(head, deed);
    deeds := deeds || deed.uuid;
    hashes := hashes || head;
  end loop;
  update public.audit_deed set position = place + sealed.nth, hash = sealed.hash
  from unnest(deeds, hashes) with ordinality as sealed (deed, hash, nth) where uuid = sealed.deed;
  return cardinality(deeds);
end
$$;

drop trigger audit_keep on audit_deed;
create trigger audit_keep before update on audit_deed for each row
  when (old.position is not null
    or (old.uuid, old.tenant_uuid, old.happened_at, old.actor_kind, old.actor_id, old.request_id, old.action,
      old.subject_kind, old.subject_uuid, old.data, old.also, old.entries)
    is distinct from (new.uuid, new.tenant_uuid, new.happened_at, new.actor_kind, new.actor_id, new.request_id, new.action,
      new.subject_kind, new.subject_uuid, new.data, new.also, new.entries))
  execute function audit_keep();
