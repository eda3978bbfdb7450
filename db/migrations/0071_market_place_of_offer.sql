-- The best holes of an offer with a key are a range of an index, however many holes it has.
drop index free_place_of_offer;
create index free_place_of_offer on free_place (offer_uuid, key, length desc, network(block)) include (sizes);
-- A search by price walks along the prices of each key and asks whether their offers have a hole: out of indexes alone.
drop index shelf_place_by_price;
create index shelf_place_by_price on shelf_place (key, length, price_minor, pricing_uuid) include (offer_uuid);
