-- The page of a name server says which of its zones are refused, however many it has.
create index dns_zone_at_fault on dns_zone (server_uuid, name) where fault is not null;
