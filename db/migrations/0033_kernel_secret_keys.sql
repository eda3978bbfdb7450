-- Which secret keys the installation has: by name only. A key can be replaced while nodes run, so which one seals is for
-- the database to say.
create table secret_key (
  id text primary key check (id ~ '^[0-9a-f]{16}$'),
  seals boolean not null,
  added_at timestamptz not null,
  forgotten_at timestamptz,
  constraint secret_key_in_use check (not seals or forgotten_at is null)
);
comment on table secret_key is 'A secret key by its name. One seals; others open what they have sealed, until nothing of that is left.';
create unique index secret_key_sealing on secret_key (seals) where seals;

-- Held until the end of the transaction: whoever replaces the key waits for those who seal, and a statement after the lock
-- sees who seals now. So nothing is sealed with a key that has been replaced.
create function sealing_key() returns text language plpgsql volatile as $$
begin
  perform pg_catalog.pg_advisory_xact_lock_shared(7238415033);
  return (select id from public.secret_key where seals);
end $$;
