-- What the operator says to everybody, by version, and who has accepted which version of the terms.
create table site_text (
  kind text not null check (kind in ('terms', 'privacy', 'contact')),
  version integer not null check (version >= 1),
  markdown text not null check (char_length(markdown) between 1 and 100000 and markdown ~ '\S'),
  must_accept boolean not null,
  published_at timestamptz not null,
  published_by uuid references person (uuid),
  primary key (kind, version),
  constraint site_text_only_terms_are_accepted check (kind = 'terms' or not must_accept),
  constraint site_text_first_terms_are_accepted check (kind <> 'terms' or version > 1 or must_accept)
);
create index site_text_published_by on site_text (published_by);
comment on table site_text is 'A version of a text that the operator publishes; what was published is never changed.';
comment on column site_text.must_accept is 'Whoever has accepted an older version only is asked again.';

create trigger site_text_kept before update or delete on site_text for each statement execute function refuse_change();

create table terms_acceptance (
  person_uuid uuid not null references person (uuid),
  version integer not null,
  kind text not null generated always as ('terms') stored,
  accepted_at timestamptz not null,
  primary key (person_uuid, version),
  constraint terms_acceptance_of_a_version foreign key (kind, version) references site_text (kind, version)
);
comment on table terms_acceptance is 'Somebody has accepted this version of the terms.';
create index terms_acceptance_newest on terms_acceptance (accepted_at desc, person_uuid, version);

alter table sign_up add column terms_version integer;
comment on column sign_up.terms_version is 'Which terms were accepted with it; null: there were none.';
