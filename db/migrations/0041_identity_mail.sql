-- A mail says which news it is of, so that nobody is written to twice about them; where it leads, what goes along, and how
-- its reader asks for no more of its kind.
alter table mail
  add column event_uuid uuid,
  add column person_uuid uuid,
  add column topic text,
  add column lead jsonb,
  add column paper jsonb,
  add column foot text,
  add column ticket text unique,
  add constraint mail_of_person check (ticket is null or (person_uuid is not null and topic is not null));
comment on column mail.lead is 'Where it leads: {label, url}.';
comment on column mail.paper is 'What goes along, {kind, uuid}: made when it is handed over.';
comment on column mail.foot is 'Why its reader gets it.';
comment on column mail.ticket is 'Who has it may mute the topic for that person, and nothing else; null where it is duty.';
create unique index mail_once on mail (event_uuid, tenant_uuid, recipient) where event_uuid is not null;
create index mail_kept on mail (created_at) where status = 'kept';

create table mail_muted (
  person_uuid uuid not null references person,
  topic text not null,
  muted_at timestamptz not null,
  primary key (person_uuid, topic)
);
comment on table mail_muted is 'News that somebody does not want to be mailed.';
