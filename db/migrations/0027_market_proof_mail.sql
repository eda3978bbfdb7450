-- The registered contact of a block is a stranger who has not asked for mail: how often one is written to is counted by
-- mailbox and block, whoever lists it and however often it is listed anew.
create table proof_mail (
  mail_uuid uuid not null,
  mailbox text not null,
  block cidr not null,
  mailed_at timestamptz not null,
  primary key (mail_uuid, block)
);
comment on table proof_mail is 'A code that was mailed for a block, by real time; forgotten after a day.';
create index proof_mail_of_mailbox on proof_mail (mailbox, mailed_at);
create index proof_mail_by_age on proof_mail (mailed_at);
