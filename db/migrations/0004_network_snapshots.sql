-- What the internet says about address space: one value per kind of data, replaced whole, read by every node.

create table network_snapshot (
  kind text primary key check (kind in ('registry', 'origins', 'vrps', 'blocklists', 'geodata')),
  source text not null,
  taken_at timestamptz not null,
  facts jsonb not null
);
comment on table network_snapshot is 'The newest data of a kind, whole. A kind without a row is unknown, which is never the same as empty.';
