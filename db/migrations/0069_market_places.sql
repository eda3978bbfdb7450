-- Where the free blocks on the market are seen, and whether a part of them is listed, is kept with them: a search by place or
-- reputation is a range of an index (ADR 119).

create table place_key (
  id integer generated always as identity primary key,
  spot text not null,
  registry text not null,
  providers text[] not null,
  unanimous boolean not null,
  listed boolean not null,
  unique (spot, registry, providers, unanimous, listed)
);
comment on table place_key is 'What a search by place can tell blocks apart by: a country, a city, both or neither (spot), who sees it there and whether nobody sees it elsewhere, whether a part is listed, and the registry. The same for all blocks that are alike.';

create table free_place (
  key integer not null references place_key,
  block cidr not null references free_block on update cascade on delete cascade,
  offer_uuid uuid not null,
  length smallint not null generated always as (masklen(block)) stored,
  sizes integer not null,
  primary key (key, block)
);
comment on table free_place is 'A free block that is shown, and a key that parts of it have: of which lengths, as bits. It goes with its free block, and is a function of the block and of the network data alone.';
create index free_place_of_block on free_place (block);
create index free_place_of_offer on free_place (offer_uuid, key);
-- As free_block_by_size: the expression is in one index alone, so that no planner would rather walk along the primary key.
create index free_place_by_size on free_place (key, length desc, network(block));

create table place_state (
  one boolean primary key default true check (one),
  places text,
  lists text,
  building uuid,
  building_at timestamptz
);
comment on table place_state is 'Of which locations and lists the kept places are; null while they are being made anew. Whoever makes them has building, and was last at it then.';
insert into place_state default values;

alter table free_block add column placed boolean not null default false;
comment on column free_block.placed is 'Its places are kept. Those of others are looked at by whoever searches, until they are.';
create index free_block_unplaced on free_block (offer_uuid, length desc, block) where not placed and not hidden;

-- The same for prices: which of them are asked for blocks with a key, in their order.
create table shelf_place (
  pricing_uuid uuid not null references pricing on delete cascade,
  key integer not null references place_key,
  offer_uuid uuid not null,
  length smallint not null,
  price_minor bigint not null,
  primary key (pricing_uuid, key)
);
comment on table shelf_place is 'A price on the shelf, and a key that blocks of its length have which are to be had for it. It may outlive the last of these blocks; nothing else is missing or wrong, but for offers in shelf_change and those with blocks that are not placed.';
create index shelf_place_by_price on shelf_place (key, length, price_minor, pricing_uuid);
create index shelf_place_of_offer on shelf_place (offer_uuid);

create table shelf_change (
  id bigint generated always as identity primary key,
  offer_uuid uuid not null
);
comment on table shelf_change is 'An offer whose prices have changed, or came to the shelf or left it, since shelf_place was brought up to date. Only ever added to, so that nobody waits for anybody.';

create function shelf_mark() returns trigger language plpgsql as $$
begin
  insert into public.shelf_change (offer_uuid) values (new.offer_uuid);
  return null;
end $$;
create trigger shelf_follows_new after insert on pricing for each row when (new.on_shelf) execute function shelf_mark();
create trigger shelf_follows_changed after update on pricing for each row
  when (old.on_shelf <> new.on_shelf or (new.on_shelf and old.price_minor <> new.price_minor))
  execute function shelf_mark();
