-- A request that works in several transactions is noted with the first: whoever finishes it then keeps its answer, also
-- after the process that was asked has died.
alter table idempotency_key
  alter column status drop not null,
  alter column answer drop not null,
  add column operation text,
  add column awaits uuid,
  add constraint idempotency_key_begun_or_answered check (
    (answer is null) = (status is null) and (answer is null) = (awaits is not null) and (awaits is null or operation is not null)
  );
comment on table idempotency_key is
  'Answers already given, sealed, kept 24 hours for safe repetition; and requests that were begun, with what their answer awaits.';
create index idempotency_key_awaits on idempotency_key (awaits) where awaits is not null;
