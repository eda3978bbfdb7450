-- How the routing of prefixes stands, and how it stood before. Statuses are computed from data whenever they are asked
-- for; these rows remember what they were.

create table prefix_health (
  block cidr primary key,
  criticality text not null check (criticality in ('ok', 'info', 'unknown', 'warning', 'critical')),
  bgp text not null,
  rpki text not null,
  irr text not null,
  why_digest bytea not null check (octet_length(why_digest) = 32),
  since timestamptz not null
);
comment on table prefix_health is 'How a prefix stood when it was last looked at: blocks held or let, and what the data knows inside them.';
comment on column prefix_health.why_digest is 'SHA-256 of the sentences that say why: they may change while the statuses stay.';
comment on column prefix_health.since is 'Real time from which on it has stood so.';

create table prefix_health_change (
  position bigint primary key generated always as identity,
  block cidr not null,
  changed_at timestamptz not null,
  from_criticality text,
  from_bgp text,
  from_rpki text,
  from_irr text,
  to_criticality text,
  to_bgp text,
  to_rpki text,
  to_irr text,
  constraint prefix_health_change_whole check (
    num_nulls(from_criticality, from_bgp, from_rpki, from_irr) in (0, 4)
    and num_nulls(to_criticality, to_bgp, to_rpki, to_irr) in (0, 4)
    and (from_criticality, from_bgp, from_rpki, from_irr) is distinct from (to_criticality, to_bgp, to_rpki, to_irr))
);
create index prefix_health_change_of_block on prefix_health_change (block, position);
comment on table prefix_health_change is 'A status of a prefix changed. Nothing before: it was looked at for the first time. Nothing after: it is not looked at any more.';

create table prefix_health_walk (
  sole boolean primary key default true check (sole),
  wanted bigint not null default 0,
  done bigint not null default 0,
  after cidr,
  data_state text not null default '',
  constraint prefix_health_walk_order check (done <= wanted)
);
insert into prefix_health_walk default values;
comment on table prefix_health_walk is 'How far the look at every prefix has come; locked by whoever writes health.';
comment on column prefix_health_walk.wanted is 'How many times new data asked for a look at everything; done once it has been given.';
comment on column prefix_health_walk.after is 'The last prefix looked at; null at the beginning.';
comment on column prefix_health_walk.data_state is 'Which data there was, and how fresh, when it began: a walk is wanted also when data grows old.';

-- In address order, for the walk; letters that outlived their lease, for what a prefix still lacks.
create index offer_live_by_block on offer (block) where status <> 'object_terminated';
create index lease_letters_left on lease using spgist (block) where status = 'terminated' and asns <> '{}';
