-- Files are put together of parts: a set of ROA payloads of trust anchors, a registry's database of classes, a table of
-- routes of address families. One that is missing is noticed, however small a share of the rows it was.

alter table network_snapshot add column parts jsonb not null default '{}';
comment on column network_snapshot.parts is 'Rows of each part that its publisher puts together, by name: trust anchors, classes of objects, address families.';
