import { promise, type Invariant } from '../kernel/invariants.ts'
import { query } from '../kernel/db/query.ts'

/** What letters promise across rows. */

const live = query`status in ('pending', 'active')`

const originsNamed = promise(
  'a lease names the AS numbers of its live letters, and no others',
  query`lease where asns <> '{}'`,
  query`select format('%s names %s; its letters are for %s', l.block, l.asns, coalesce(t.asns, '{}')) as breach
    from lease l left join (
      select lease_uuid, array_agg(distinct asn order by asn) as asns from letter where ${live} group by 1
    ) t on t.lease_uuid = l.uuid where l.asns <> coalesce(t.asns, '{}')`,
)

const lettersInLeases = promise(
  'a letter is for a part of its lease, between its lease’s parties, and lives no longer than it',
  query`letter`,
  query`select format('the letter for AS%s and %s is %s; its lease of %s is %s', t.asn, t.block, t.status, l.block, l.status)
      as breach
    from letter t join lease l on l.uuid = t.lease_uuid
    where not t.block <<= l.block or (t.tenant_uuid, t.holder_uuid, t.offer_uuid) <> (l.tenant_uuid, l.holder_uuid, l.offer_uuid)
      or (l.status = 'terminated' and t.${live})`,
)

export const lettersInvariants: readonly Invariant[] = [originsNamed, lettersInLeases]
