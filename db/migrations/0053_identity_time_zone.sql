-- In which time zone the portal shows somebody the time.
alter table person
  add column time_zone text not null default 'UTC',
  add constraint person_time_zone_named check (time_zone ~ '^[A-Za-z][A-Za-z0-9_+/-]{0,63}$');

comment on column person.time_zone is 'As the IANA time zone database names it.';
