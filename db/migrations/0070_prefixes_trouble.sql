-- Whose a prefix is stands with what is wrong about it, so that a company's list of that is a range of an index, however many
-- blocks it has (ADR 125).

alter table prefix_health
  add column holder_uuid uuid references tenant (uuid),
  add column lessee_uuid uuid references tenant (uuid),
  add constraint prefix_health_owners check (severity <> 'ok' or num_nonnulls(holder_uuid, lessee_uuid) = 0);
comment on column prefix_health.holder_uuid is 'Of one that is wrong: who held it when it was last looked at. Whoever reads it looks whether that is still so.';
comment on column prefix_health.lessee_uuid is 'Likewise who else leased it.';

update prefix_health h set
  holder_uuid = (select tenant_uuid from offer o where o.proven and o.block >>= h.block),
  lessee_uuid = (
    select l.tenant_uuid from allocation a join lease l on l.allocation_uuid = a.uuid
    where a.status = 'leased' and a.block >>= h.block and l.status <> 'terminated' and l.holder_uuid <> l.tenant_uuid)
where severity <> 'ok';

drop index prefix_health_wrong;
create index prefix_health_wrong_held on prefix_health (holder_uuid, severity, since desc, block) where holder_uuid is not null;
create index prefix_health_wrong_leased on prefix_health (lessee_uuid, severity, since desc, block) where lessee_uuid is not null;
