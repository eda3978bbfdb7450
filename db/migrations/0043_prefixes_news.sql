-- What people are told of routing health. How bad each of the three was when it was last known stays while data is
-- missing or old, so that such data tells nobody anything; and what has to be mailed waits for the end of a look at all.

alter table prefix_health
  add column bgp_level text check (bgp_level in ('ok', 'info', 'warning', 'critical')),
  add column rpki_level text check (rpki_level in ('ok', 'info', 'warning', 'critical')),
  add column irr_level text check (irr_level in ('ok', 'info', 'warning', 'critical')),
  add column severity text not null generated always as (case
    when 'critical' in (bgp_level, rpki_level, irr_level) then 'critical'
    when 'warning' in (bgp_level, rpki_level, irr_level) then 'warning'
    else 'ok' end) stored;
comment on column prefix_health.severity is 'The worst of the three as they were last known.';
create index prefix_health_wrong on prefix_health (severity, block) where severity <> 'ok';

create table prefix_health_news (
  tenant_uuid uuid not null references tenant (uuid),
  block cidr not null,
  from_severity text not null check (from_severity in ('ok', 'warning', 'critical')),
  to_severity text not null check (to_severity in ('ok', 'warning', 'critical')),
  primary key (tenant_uuid, block)
);
comment on table prefix_health_news is 'A prefix became critical, or stopped being so, and its holder or lessee has not been mailed yet.';
