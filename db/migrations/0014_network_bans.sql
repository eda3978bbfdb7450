-- AS numbers the operator does not do business with, whatever the lists say.

create table asn_ban (
  asn bigint primary key check (asn between 1 and 4294967295),
  reason text not null check (length(reason) between 1 and 600),
  banned_at timestamptz not null
);
comment on table asn_ban is 'AS numbers that get no letters here, and why; the audit log says who banned them.';
create index asn_ban_by_time on asn_ban (banned_at desc, asn);
