-- Letters as those who carry routes want them: whom they name is confirmed, the holder can be reached, and they have an end.

-- Whom a letter names: the lessee by its own name, or another company once the holder has confirmed it.

alter table letter
  add column company_confirmed_at timestamptz,
  add column company_confirmed_by text check (company_confirmed_by in ('lessee', 'holder'));
comment on column letter.company_confirmed_at is 'Since when the company may be named: it is the lessee by its own name, or the holder has confirmed it. Nothing: the letter waits for the holder.';
comment on column letter.company_confirmed_by is 'Nothing for letters that were signed before names had to be confirmed.';

update letter set company_confirmed_at = released_at where released_at is not null;
update letter t set company_confirmed_at = t.created_at, company_confirmed_by = 'lessee'
from tenant c where c.uuid = t.tenant_uuid and t.status = 'pending' and lower(btrim(c.title)) = lower(btrim(t.company_name));

alter table letter
  add constraint letter_company_confirmed check (company_confirmed_by is null or company_confirmed_at is not null),
  add constraint letter_names_confirmed_company check (statement is null or company_confirmed_at is not null);

-- What stands on the letters of a holder: who signs for it, and how it is reached.

alter table tenant
  add column signatory_name text,
  add column signatory_role text,
  add column postal_address text[] not null default '{}',
  add column contact_phone text,
  add constraint tenant_signatory check (signatory_name is not null or signatory_role is null);
comment on column tenant.signatory_name is 'Who signs for the company on letters for its blocks; nothing: letters name nobody.';
comment on column tenant.postal_address is 'As on an envelope, without the name: a line each.';

-- A letter says until when it is valid, and is signed anew before.

alter table letter add column valid_until timestamptz;
comment on column letter.valid_until is 'As its statement says. Nothing: until its lease ends, as letters said before they had an end.';
create index letter_to_renew on letter (valid_until, uuid) where status = 'active' and valid_until is not null;

drop trigger letter_stays on letter;
create trigger letter_stays before update on letter for each row
  when (old.statement is not null
    and ((old.code, old.block, old.asn, old.max_length, old.company_name)
      is distinct from (new.code, new.block, new.asn, new.max_length, new.company_name)
    or ((old.statement, old.signature, old.key_id) is distinct from (new.statement, new.signature, new.key_id)
      and (new.valid_until > old.valid_until) is not true)))
  execute function refuse_change();
