import { query } from '../kernel/db/query.ts'
import { promise, type Invariant } from '../kernel/invariants.ts'

/** What reverse DNS promises across rows. */

const onlyLeased = promise(
  'reverse names and delegations are of a lease of their company, and gone a minute after it ended',
  query`reverse_record`,
  query`select format('%s %s is of lease %s, which %s', r.name, r.type, l.uuid,
      case when l.status = 'terminated' then 'has ended' else 'is not of it' end) as breach
    from reverse_record r join lease l on l.uuid = r.lease_uuid
    where cardinality(r.contents) > 0 and (l.tenant_uuid <> r.tenant_uuid or not r.block <<= l.block
      or (l.status = 'terminated' and l.ended_at < now() - interval '2 minutes'))
    union all
    select format('the delegation of %s is of lease %s, which does not have it', d.block, l.uuid)
    from reverse_delegation d join lease l on l.uuid = d.lease_uuid
    where d.tenant_uuid <> l.tenant_uuid or not d.block <<= l.block`,
)

const nothingBelow = promise(
  'no address has a reverse name here and is delegated as well',
  query`reverse_delegation`,
  query`select format('%s is named and delegated with %s', r.block, d.block) as breach
    from reverse_delegation d join reverse_record r on r.lease_uuid = d.lease_uuid and r.block <<= d.block
    where r.type = 'PTR' and cardinality(r.contents) > 0`,
)

const oneServer = promise(
  'reverse names stand at the server that their offer is connected to',
  query`reverse_record where cardinality(contents) > 0`,
  query`select format('%s %s stands at another server than its offer', r.name, r.type) as breach
    from reverse_record r join dns_zone z on z.uuid = r.zone_uuid join lease l on l.uuid = r.lease_uuid
    left join dns_offer c on c.offer_uuid = l.offer_uuid
    where cardinality(r.contents) > 0 and l.status <> 'terminated' and c.server_uuid is distinct from z.server_uuid`,
)

export const dnsInvariants: readonly Invariant[] = [onlyLeased, nothingBelow, oneServer]
