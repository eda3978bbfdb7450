-- Letters that cost nothing are asked for without a cart, and so without an order (ADR 107).
alter table letter alter column order_uuid drop not null;
comment on column letter.order_uuid is 'What it was bought with; nothing where letters cost nothing and it was asked for directly.';
