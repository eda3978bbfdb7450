import { query } from '../kernel/db/query.ts'
import { promise, type Invariant } from '../kernel/invariants.ts'

/** What routing promises across rows. */

const lettersServed = promise(
  'a letter in force with a ROA that a connector could make has one there, or a row that says why not',
  query`letter where status = 'active' and roa`,
  query`select format('letter %s for %s from AS%s has no ROA', t.uuid, t.block, t.asn) as breach
    from letter t where t.status = 'active' and t.roa and t.max_length - masklen(t.block) <= 8
      and exists (select from routing_connector c where c.tenant_uuid = t.holder_uuid and c.status = 'on'
        and c.source is null and c.looked_at > t.released_at and t.block <<= any(c.resources))
      and not exists (select from routing_object o where o.prefix = t.block and o.asn = t.asn and o.kind = 'roa'
        and o.tenant_uuid = t.holder_uuid and o.status not in ('gone', 'left'))`,
)

const onlyForLetters = promise(
  'what is wanted at a registry is wanted by a live letter',
  query`routing_object where wanted and status not in ('gone', 'left')`,
  query`select format('%s %s from AS%s is wanted by no letter', o.kind, o.prefix, o.asn) as breach
    from routing_object o where o.wanted and o.status not in ('gone', 'left')
      and not exists (select from letter t where t.block >>= o.prefix and t.status in ('pending', 'active')
        and t.asn = o.asn and t.holder_uuid = o.tenant_uuid)
      and not exists (select from letter t where t.block >>= o.prefix and t.asn = o.asn
        and t.ended_at > now() - interval '10 minutes')`,
)

export const routingInvariants: readonly Invariant[] = [lettersServed, onlyForLetters]
