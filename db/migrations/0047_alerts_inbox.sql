-- What people are alerted to: in their inbox always, by mail at once or once a day as they, their company and their role
-- have it.

create table alert (
  uuid uuid primary key,
  tenant_uuid uuid not null references tenant (uuid),
  kind text not null,
  cause text not null,
  person_uuid uuid references person (uuid),
  severity text not null check (severity in ('critical', 'warning', 'info', 'good')),
  count integer not null check (count > 0),
  subject text not null,
  body text not null,
  lead jsonb,
  happenings jsonb not null,
  raised_at timestamptz not null,
  began_at timestamptz not null,
  told_at timestamptz
);
comment on table alert is 'All of a kind that happened to a company together, in words for its people. Until it is told, more may be added.';
comment on column alert.cause is 'What happened: the type of the event.';
comment on column alert.person_uuid is 'Whom alone it concerns; null: everybody of the company.';
comment on column alert.lead is 'Where it leads: {label, page}.';
comment on column alert.happenings is 'The first of them, the worst before others.';
comment on column alert.began_at is 'Since when it gathers, in real time.';
-- Whoever tells it, on whichever node: of one cause a company, or whom it concerns there, has one that gathers.
create unique index alert_gathering on alert (tenant_uuid, cause, person_uuid) nulls not distinct where told_at is null;
create index alert_age on alert (raised_at);
create index alert_of_person on alert (person_uuid) where person_uuid is not null;

create table alert_entry (
  alert_uuid uuid not null references alert (uuid) on delete cascade,
  person_uuid uuid not null references person (uuid),
  tenant_uuid uuid not null,
  kind text not null,
  raised_at timestamptz not null,
  read_at timestamptz,
  digest_at timestamptz,
  primary key (alert_uuid, person_uuid),
  -- Who leaves a company leaves what it is told.
  foreign key (tenant_uuid, person_uuid) references membership (tenant_uuid, person_uuid) on delete cascade
);
comment on table alert_entry is 'An alert in the inbox of one person; as its alert has it, company, kind and time stand here, too, for the index.';
comment on column alert_entry.digest_at is 'It waits for the mail of that day.';
create index alert_entry_of_person on alert_entry (person_uuid, raised_at desc, alert_uuid desc);
create index alert_entry_unread on alert_entry (person_uuid, raised_at desc, alert_uuid desc) where read_at is null;
create index alert_entry_of_member on alert_entry (tenant_uuid, person_uuid);
create index alert_entry_for_digest on alert_entry (digest_at, person_uuid) where digest_at is not null;

create table alert_choice (
  person_uuid uuid not null references person (uuid),
  kind text not null,
  mail text not null check (mail in ('at_once', 'daily', 'never')),
  primary key (person_uuid, kind)
);
comment on table alert_choice is 'How somebody wants to be mailed about alerts of a kind, whichever company they are of.';

create table alert_default (
  tenant_uuid uuid not null references tenant (uuid),
  kind text not null,
  mail text not null check (mail in ('at_once', 'daily', 'never')),
  primary key (tenant_uuid, kind)
);
comment on table alert_default is 'How a company has those mailed who have not chosen themselves.';

create table alert_digest (
  person_uuid uuid not null references person (uuid),
  day date not null,
  sent_at timestamptz not null,
  primary key (person_uuid, day)
);
comment on table alert_digest is 'The mail of one day to one person: there is no second.';

create table stale_source (
  kind text not null,
  name text not null,
  noticed_at timestamptz not null,
  primary key (kind, name)
);
comment on table stale_source is 'A source whose data is too old, of which operators have been told.';

-- News of routing and of offers have become alerts; what is listed is mailed as before.
insert into alert_choice (person_uuid, kind, mail)
  select person_uuid, topic, 'never' from mail_muted where topic in ('routing', 'offers');
update mail_muted set topic = 'listings' where topic = 'offers';
delete from mail_muted where topic = 'routing';
