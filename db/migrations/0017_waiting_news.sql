-- News wait in their own table until they are told: a job for each would cost more than what it tells.
alter table outbox_event add column tell_at timestamptz, add column tries smallint not null default 0;
comment on column outbox_event.tell_at is 'When those who listen are told; null once all have heard, and where nobody listens.';
comment on column outbox_event.tries is 'How often telling has failed.';
create index outbox_event_waiting on outbox_event (tell_at, uuid) where tell_at is not null;
-- Whoever has heard of one already has a mark in outbox_heard, and is not told again.
update outbox_event set tell_at = now();

-- No statement reads it.
drop index lease_letters_left;
