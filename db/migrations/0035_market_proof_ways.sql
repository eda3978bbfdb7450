-- A holder chooses among the ways of proof that are possible for its block. What is published for it is looked for until
-- it is seen, and a proof is repeated by schedule: next_look_at says when. An operator's word rests on documents.
alter table ownership_proof
  drop constraint ownership_proof_type_check,
  add constraint ownership_proof_type_check
    check (type in ('email', 'mnt_by', 'roa', 'reallocation', 'remark', 'dns', 'operator')),
  add column chosen_at timestamptz,
  add column statement text,
  add column proven_at timestamptz,
  add column next_look_at timestamptz,
  add column doubted_since timestamptz,
  add column told_by text check (told_by in ('rdap', 'imported'));
comment on column ownership_proof.chosen_at is 'When its holder chose this way; null: nobody has chosen one yet.';
comment on column ownership_proof.statement is 'What the holder says to the operator who is to decide.';
comment on column ownership_proof.next_look_at is 'When it is looked for what is published, or whether the proof still holds.';
comment on column ownership_proof.doubted_since is 'When another holder was first seen in the record of a proven block.';
comment on column ownership_proof.told_by is 'Who named the organisation: the registry itself or imported data, which write names differently.';
create index ownership_proof_next_look on ownership_proof (next_look_at) where next_look_at is not null;
create index ownership_proof_reviewed on ownership_proof (chosen_at) where type = 'operator' and status = 'pending';
update ownership_proof set next_look_at = now() + interval '5 days' where status = 'passed';

create table proof_document (
  uuid uuid primary key,
  offer_uuid uuid not null references offer,
  tenant_uuid uuid not null references tenant,
  name text not null,
  media_type text not null check (media_type in ('application/pdf', 'image/png', 'image/jpeg')),
  digest bytea not null,
  content bytea not null,
  kept_at timestamptz not null,
  constraint proof_document_once unique (offer_uuid, digest)
);
comment on table proof_document is 'A document by which an operator is to be convinced that a block is its holder''s; kept as it was sent.';
create index proof_document_of_tenant on proof_document (tenant_uuid);

create table proof_consent (
  offer_uuid uuid not null references offer,
  tenant_uuid uuid not null references tenant,
  person_uuid uuid not null references person,
  reason text not null,
  given_at timestamptz not null,
  primary key (offer_uuid, person_uuid)
);
comment on table proof_consent is 'An operator who is convinced that a block is its holder''s, and by what; as many as SUBLET_PROOF_CONSENTS prove it.';
create index proof_consent_of_tenant on proof_consent (tenant_uuid);
create index proof_consent_of_person on proof_consent (person_uuid);
