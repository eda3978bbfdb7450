-- What was in the cart and could not be ordered any more, for whoever asks what became of it.
alter table sales_order add column removed_items jsonb not null default '[]';
