-- Where no registry's database is imported, the registry is asked about one block at a time, and what it answered is kept
-- as it came: proofs and checks rest on it, and somebody may ask years later what it said.
create table rdap_answer (
  uuid uuid primary key,
  block cidr not null,
  outcome text not null check (outcome in ('found', 'absent', 'failed')),
  url text not null,
  fault text,
  detail text,
  body text,
  asked_at timestamptz not null,
  check ((outcome = 'found') = (body is not null)),
  check ((outcome = 'failed') = (fault is not null))
);
comment on table rdap_answer is 'What a registry answered about a block, word for word, or why it did not. Times are real; failures are forgotten after a month.';
create index rdap_answer_of_block on rdap_answer (block, asked_at);
create index rdap_answer_failed on rdap_answer (asked_at) where outcome = 'failed';

create table rdap_pause (
  host text primary key,
  until timestamptz not null
);
comment on table rdap_pause is 'A server that wants to be left alone until then, by real time.';

create table rdap_bootstrap (
  file text primary key check (file = 'ipv4'),
  publication timestamptz not null,
  content text not null,
  fetched_at timestamptz not null
);
comment on table rdap_bootstrap is 'The newest list of RDAP servers that was fetched; until there is one, that which is shipped counts.';
