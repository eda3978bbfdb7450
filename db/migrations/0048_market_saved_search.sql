-- Searches that a company keeps, to be told of blocks that come to the market later.

alter table offer add column off_market_since timestamptz;
comment on column offer.off_market_since is 'When its holder hid it or a check failed, until it is back.';

create sequence arrival_order;

create table arrival (
  id bigint primary key default nextval('arrival_order'),
  offer_uuid uuid not null,
  block cidr not null,
  arrived_at timestamptz not null,
  gone_at timestamptz,
  before jsonb
);
comment on table arrival is 'Space that came to the market, or is there on other terms or in another place than before; a row stays until saved searches have been compared with it. gone_at: since when it had been away.';

create table saved_search (
  uuid uuid primary key,
  tenant_uuid uuid not null references tenant (uuid),
  person_uuid uuid references person (uuid),
  name text not null check (length(name) between 1 and 100),
  filters jsonb not null,
  length smallint not null generated always as ((filters ->> 'prefix_length')::smallint) stored,
  country_code text not null generated always as (upper(coalesce(filters ->> 'geo_country_code', ''))) stored,
  created_at timestamptz not null,
  since timestamptz not null,
  after_arrival bigint not null default nextval('arrival_order'),
  paused_at timestamptz,
  untold bigint not null default 0 check (untold >= 0),
  told bigint not null default 0 check (told >= 0),
  told_at timestamptz
);
comment on table saved_search is 'What somebody looks for, in the words of a market search. since, after_arrival: what was there before is not told; both begin anew when a pause ends. untold, told: so many blocks.';
create unique index saved_search_name_once on saved_search (tenant_uuid, lower(name));
create index saved_search_of_tenant on saved_search (tenant_uuid, created_at, uuid);
create index saved_search_of_person on saved_search (person_uuid) where person_uuid is not null;
create index saved_search_wanting on saved_search (length, country_code, uuid) where paused_at is null;
create index saved_search_to_tell on saved_search (told_at) where untold > 0;

create table saved_search_match (
  saved_search_uuid uuid not null references saved_search (uuid) on delete cascade,
  tenant_uuid uuid not null references tenant (uuid),
  block cidr not null,
  pricing_uuid uuid not null references pricing (uuid),
  price_minor bigint not null check (price_minor > 0),
  matched_at timestamptz not null,
  told_at timestamptz,
  primary key (saved_search_uuid, block)
);
comment on table saved_search_match is 'A block that a saved search has found, once: the last hundred of each.';
create index saved_search_match_by_age on saved_search_match (saved_search_uuid, matched_at desc, block);
