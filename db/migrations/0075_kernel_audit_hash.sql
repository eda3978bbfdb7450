-- A bound body that takes rows of a table keeps releases of PostgreSQL from November 2026 on from giving that table a column
-- with a default. This one is a text from now on, which is read once for each connection; all that it names is PostgreSQL's
-- own, so it needs no search path either.
create or replace function audit_hash(previous bytea, entry audit_deed) returns bytea
language plpgsql stable parallel safe as $$
begin
  return sha256(previous || convert_to((jsonb_build_array(
      entry.position, entry.uuid, entry.tenant_uuid, extract(epoch from entry.happened_at)::text, entry.actor_kind,
      entry.actor_id, entry.request_id, entry.action, entry.subject_kind, entry.subject_uuid, entry.data)
    || case when entry.also is null then '[]' else jsonb_build_array(entry.also) end)::text, 'UTF8'));
end
$$;
