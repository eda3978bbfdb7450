-- What every slice stands on: shared counters, the movable clock, safe repetition, the outbox, mail and the audit log.

create table pulse (
  name text primary key,
  version bigint not null
);
comment on table pulse is 'Counters by which nodes learn that something they keep in memory has changed.';

create table clock (
  singleton boolean primary key default true check (singleton),
  offset_ms bigint not null
);
comment on table clock is 'How far business time is ahead of real time; zero outside sandboxes.';
insert into clock (offset_ms) values (0);

create table idempotency_key (
  caller text not null,
  key text not null check (length(key) between 1 and 255),
  request_digest bytea not null,
  status smallint not null,
  answer bytea not null,
  created_at timestamptz not null,
  primary key (caller, key)
);
comment on table idempotency_key is 'Answers already given, sealed, kept 24 hours for safe repetition.';
create index idempotency_key_created_at on idempotency_key (created_at);

create table outbox_event (
  uuid uuid primary key,
  tenant_uuid uuid,
  type text not null,
  data jsonb not null,
  happened_at timestamptz not null
);
comment on table outbox_event is 'What happened, written with the change itself; jobs tell those who listen.';
create index outbox_event_happened_at on outbox_event (happened_at);

create table outbox_heard (
  event_uuid uuid not null references outbox_event on delete cascade,
  listener text not null,
  heard_at timestamptz not null,
  primary key (event_uuid, listener)
);
comment on table outbox_heard is 'Which listener has acted on which event; written with the act, so that it happens once.';

create table mail (
  uuid uuid primary key,
  tenant_uuid uuid,
  recipient text not null,
  subject text not null,
  body text not null,
  status text not null check (status in ('queued', 'sent', 'kept', 'failed')),
  failure text,
  created_at timestamptz not null,
  sent_at timestamptz
);
comment on table mail is 'Mail to send; in a sandbox without a mail server it is kept here and shown as a mailbox.';
create index mail_newest on mail (created_at desc, uuid desc);

create table audit_entry (
  uuid uuid primary key,
  tenant_uuid uuid,
  happened_at timestamptz not null,
  actor_kind text not null check (actor_kind in ('key', 'user', 'system')),
  actor_id text not null,
  request_id text not null,
  action text not null,
  subject_kind text not null,
  subject_uuid uuid,
  data jsonb not null,
  position bigint unique,
  hash bytea,
  check ((position is null) = (hash is null))
);
comment on table audit_entry is 'Who did what when. Sealed into a hash chain by position soon after; sealed rows cannot change.';
create index audit_entry_of_tenant on audit_entry (tenant_uuid, happened_at desc, uuid desc);
create index audit_entry_of_subject on audit_entry (subject_uuid, happened_at desc) where subject_uuid is not null;
create index audit_entry_unsealed on audit_entry (happened_at, uuid) where position is null;

create function audit_hash(previous bytea, entry audit_entry) returns bytea
language sql immutable parallel safe as $$
  select sha256(previous || convert_to(jsonb_build_array(
    entry.position, entry.uuid, entry.tenant_uuid, extract(epoch from entry.happened_at)::text, entry.actor_kind,
    entry.actor_id, entry.request_id, entry.action, entry.subject_kind, entry.subject_uuid, entry.data)::text, 'UTF8'))
$$;

create function audit_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.position is null
     and (new.uuid, new.tenant_uuid, new.happened_at, new.actor_kind, new.actor_id, new.request_id, new.action,
          new.subject_kind, new.subject_uuid, new.data)
     is not distinct from
         (old.uuid, old.tenant_uuid, old.happened_at, old.actor_kind, old.actor_id, old.request_id, old.action,
          old.subject_kind, old.subject_uuid, old.data) then
    return new;
  end if;
  raise exception 'audit entries cannot be changed or removed' using errcode = 'restrict_violation';
end
$$;
create trigger audit_keep before update or delete on audit_entry for each row execute function audit_keep();
create trigger audit_keep_all before truncate on audit_entry execute function audit_keep();

-- Seals committed entries in batches; one sealer at a time. An entry that commits late is simply sealed later.
create function audit_seal(batch integer) returns integer language plpgsql as $$
declare
  entry audit_entry;
  head bytea;
  place bigint;
  sealed integer := 0;
begin
  perform pg_advisory_xact_lock(7238415002);
  select hash, position into head, place from audit_entry where position is not null order by position desc limit 1;
  head := coalesce(head, '\x');
  place := coalesce(place, 0);
  for entry in select * from audit_entry where position is null order by happened_at, uuid limit batch loop
    place := place + 1;
    entry.position := place;
    head := audit_hash(head, entry);
    update audit_entry set position = place, hash = head where uuid = entry.uuid;
    sealed := sealed + 1;
  end loop;
  return sealed;
end
$$;
