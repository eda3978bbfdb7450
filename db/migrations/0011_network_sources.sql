-- Facts about the internet come in sources, a kind of file and a name each, and are kept as packed columns in chunks.

drop table network_snapshot;

create table network_snapshot (
  uuid uuid primary key,
  kind text not null,
  name text not null check (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
  title text not null,
  origin text not null,
  taken_at timestamptz not null,
  dated boolean not null,
  imported_at timestamptz not null,
  rows bigint not null check (rows >= 0),
  refused bigint not null check (refused >= 0),
  refusals jsonb not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  bytes bigint not null check (bytes > 0),
  layout text not null,
  kept_in text not null check (kept_in in ('database', 'folder'))
);
comment on table network_snapshot is 'What one import made of one file: packed columns, in chunks here or in a file of the folder. Never changed; replaced by the next.';
comment on column network_snapshot.title is 'How sentences about an answer name it.';
comment on column network_snapshot.origin is 'Where it came from: an address, a file, or a sentence.';
comment on column network_snapshot.dated is 'Whether the file itself says when its data was taken; else it is as old as its source''s last check.';
comment on column network_snapshot.sha256 is 'Of the file as it came, packed or not.';
comment on column network_snapshot.layout is 'How its bytes are laid out; what another version packed is imported again.';

create table network_snapshot_chunk (
  snapshot_uuid uuid not null references network_snapshot on delete cascade,
  number integer not null check (number >= 0),
  bytes bytea not null,
  primary key (snapshot_uuid, number)
);
comment on table network_snapshot_chunk is 'A run of a snapshot''s bytes, in order.';
-- Columns of numbers do not shrink enough to be worth squeezing them at every read.
alter table network_snapshot_chunk alter column bytes set storage external;

create table network_source (
  kind text not null,
  name text not null,
  snapshot_uuid uuid not null unique references network_snapshot,
  fresh_seconds bigint check (fresh_seconds > 0),
  checked_at timestamptz not null,
  url text,
  etag text,
  last_modified text,
  primary key (kind, name)
);
comment on table network_source is 'Of a kind of file, one of its sources, and the snapshot that serves. A kind without any is unknown, which is never the same as empty.';
comment on column network_source.fresh_seconds is 'How old its data may grow before answers are stale; null: it never does.';
comment on column network_source.checked_at is 'When the source was last seen to say this, whether or not anything had changed.';

create table network_import (
  uuid uuid primary key,
  kind text not null,
  asked_name text,
  name text,
  origin text not null,
  status text not null check (status in ('waiting', 'running', 'done', 'failed', 'abandoned')),
  forced boolean not null,
  actor_kind text not null check (actor_kind in ('key', 'user', 'system')),
  actor_id text not null,
  asked_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  bytes_read bigint not null default 0,
  bytes_total bigint,
  rows bigint not null default 0,
  refused bigint not null default 0,
  refusals jsonb not null,
  unchanged boolean not null default false,
  failure text,
  snapshot_uuid uuid,
  check ((status in ('done', 'failed', 'abandoned')) = (ended_at is not null)),
  check ((failure is not null) = (status in ('failed', 'abandoned')))
);
comment on table network_import is 'One try to import a file: how far it came, what it kept and refused, why it failed.';
comment on column network_import.asked_name is 'Which of its kind it was said to be; null: the file tells.';
comment on column network_import.name is 'Null until the file has said which of its kind it is.';
comment on column network_import.snapshot_uuid is 'What it made; that snapshot may have been replaced since.';
create index network_import_by_time on network_import (asked_at desc, uuid desc);
create index network_import_by_source on network_import (kind, name, asked_at desc);
create index network_import_under_way on network_import (kind) where status in ('waiting', 'running');
