-- So many rows a statement has changed where another number forbids the commit: looked at in the statement itself, so that
-- the commit can leave with it and need not wait for its answer.

create function exactly(changed bigint, wanted bigint) returns bigint language plpgsql as $$
begin
  if changed <> wanted then
    raise exception 'changed % rows instead of %', changed, wanted using errcode = 'SU001';
  end if;
  return changed;
end $$;
