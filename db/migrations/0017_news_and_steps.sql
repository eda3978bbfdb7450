-- News wait in their own table until they are told: a job for each would cost more than what it tells.
alter table outbox_event add column tell_at timestamptz, add column tries smallint not null default 0;
comment on column outbox_event.tell_at is 'When those who listen are told; null once all have heard, and where nobody listens.';
comment on column outbox_event.tries is 'How often telling has failed.';
create index outbox_event_waiting on outbox_event (tell_at, uuid) where tell_at is not null;
-- Whoever has heard of one already has a mark in outbox_heard, and is not told again.
update outbox_event set tell_at = now();

-- No statement reads it.
drop index lease_letters_left;

-- What moves with every step of a renewal is a narrow row of its own: a subscription is in five indexes, and each would be
-- written again.
create table renewal_step (
  uuid uuid primary key references subscription (uuid),
  next_step text check (next_step in ('order', 'authorise', 'capture', 'due', 'grace_first', 'grace_second', 'last_try', 'end')),
  next_step_at timestamptz,
  constraint renewal_step_has_time check ((next_step is null) = (next_step_at is null))
);
comment on table renewal_step is 'What a subscription does next, and when; null once it has ended. It is locked with its subscription.';
insert into renewal_step (uuid, next_step, next_step_at) select uuid, next_step, next_step_at from subscription;
create index renewal_step_due on renewal_step (next_step_at) where next_step_at is not null;
alter table subscription drop column next_step, drop column next_step_at;
-- Its periods move in place.
alter table subscription set (fillfactor = 80);
