import { promise, type Invariant } from '../../kernel/invariants.ts'
import { query } from '../../kernel/db/query.ts'

/** What bank lines promise across rows. */

const depositsTrue = promise(
  'what of a bank line became credits stands in the ledger once, and nothing else does as a deposit',
  query`bank_line`,
  query`select format('line %s: %s became credits, the ledger says %s of %s', coalesce(b.uuid, l.source_uuid),
      b.credited_minor, l.amount, l.tenant) as breach
    from (select * from bank_line where credited_minor > 0) b full join (
      select source_uuid, sum(amount_minor) filter (where account = 'payments') as amount, min(tenant_uuid::text) as tenant
      from ledger_entry where kind = 'deposit' group by 1
    ) l on l.source_uuid = b.uuid
    where (b.credited_minor, b.tenant_uuid::text) is distinct from (l.amount::bigint, l.tenant)`,
)

const ordersTrue = promise(
  'what bank lines paid of an order is what its payment without a provider says',
  query`bank_line where order_uuid is not null`,
  query`select format('order %s: bank lines paid %s, its payment is %s', b.order_uuid, b.paid, coalesce(p.paid, 0)) as breach
    from (
      select order_uuid, sum(amount_minor - credited_minor) as paid from bank_line where order_uuid is not null group by 1
    ) b left join (
      select order_uuid, sum(amount_minor) as paid from payment
      where provider = 'none' and status in ('succeeded', 'refunding', 'refunded') group by 1
    ) p on p.order_uuid = b.order_uuid
    where b.paid <> coalesce(p.paid, 0)`,
)

export const bankInvariants: readonly Invariant[] = [depositsTrue, ordersTrue]
