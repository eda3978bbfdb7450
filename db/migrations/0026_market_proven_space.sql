-- Whoever has listed a block has not shown that it is theirs. Only proven space is exclusive: whatever lies in the way of
-- others, is found, counted or sold, is that of proven offers.
alter table offer add column proven boolean not null generated always as (
  status in ('validity_pending', 'validity_active', 'validity_invalid', 'validity_terminated')) stored;
comment on column offer.proven is 'Its holder has proven it, and it has not ended. Only such blocks lie apart from each other.';

alter table offer
  drop constraint offer_blocks_apart,
  add constraint offer_blocks_apart exclude using spgist (block inet_ops with &&) where (proven);
create index offer_unproven_by_block on offer using spgist (block inet_ops) where not proven and status <> 'object_terminated';

drop index offer_live_by_block, offer_held_by_block, offer_held_by_notation;
create index offer_proven_by_block on offer (block) where proven;
create index offer_held_by_block on offer (tenant_uuid, block) include (uuid) where proven;
create index offer_held_by_notation on offer (tenant_uuid, (text(block) collate "C")) include (block, uuid) where proven;

-- What is free of an offer is written down with its proof; until then it is nobody's to sell.
delete from free_block using offer where offer.uuid = free_block.offer_uuid and not offer.proven;
