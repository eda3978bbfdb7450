-- What the check constraints of documents add up by. A function in SQL was read and planned anew for every statement that
-- writes a document, which took longer than writing it; one in PL/pgSQL is compiled once for a connection.

create or replace function amounts(lines jsonb) returns bigint language plpgsql immutable parallel safe as $$
begin
  if jsonb_array_length(lines) > 1 then
    return (select sum((line ->> 'amount')::bigint) from jsonb_array_elements(lines) as line);
  end if;
  return coalesce((lines -> 0 ->> 'amount')::bigint, 0);
end $$;

drop function amounts_of_many(jsonb);
