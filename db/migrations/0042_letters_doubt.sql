-- A person's word may release a letter that our own data would not: what it was given over stays with the letter.

alter table letter add column released_despite text
    check (released_despite in ('no_rpki_data', 'stale_rpki_data', 'as0', 'rpki_invalid', 'roa_not_seen')),
  add constraint letter_doubted check (released_despite is null or released_by in ('holder', 'operator'));
comment on column letter.released_despite is 'What our own data did not show when somebody''s word released it; nothing where data did, or showed all.';
