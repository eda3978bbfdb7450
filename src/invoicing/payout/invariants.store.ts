import { promise, type Invariant } from '../../kernel/invariants.ts'
import { query } from '../../kernel/db/query.ts'

/** What payouts promise across rows. */

const earningsTrue = promise(
  'a payout is the sum of its earnings, all of them its holder’s and earned before it',
  query`payout`,
  query`select format('%s says %s of %s in %s earnings; it has %s of %s in %s', p.number, p.amount_minor, p.gross_minor,
      p.earnings, e.amount, e.gross, e.earnings) as breach
    from payout p left join lateral (
      select coalesce(sum(gross_minor - commission_minor), 0) as amount, coalesce(sum(gross_minor), 0) as gross,
        count(*) as earnings, count(*) filter (where tenant_uuid <> p.tenant_uuid
          or earned_at at time zone 'UTC' >= p.month + interval '1 month') as strange
      from earning where payout_uuid = p.uuid
    ) e on true
    where (p.amount_minor, p.gross_minor, p.earnings) is distinct from (e.amount, e.gross, e.earnings) or e.strange > 0`,
)

const numbersTrue = promise(
  'payout numbers have neither gap nor double',
  query`payout`,
  query`select format('%s: %s numbers were given, %s payouts are there, the last is %s', year, last, made, highest) as breach
    from (select year, last from document_number where series = 'PAY') n full join (
      select split_part(number, '-', 2)::smallint as year, count(*) as made, max(split_part(number, '-', 3)::int) as highest
      from payout group by 1
    ) p using (year) where last is distinct from made or last is distinct from highest`,
)

const ledgerTrue = promise(
  'each payout stands in the ledger once, and nothing else does as one',
  query`ledger_entry where account = 'payouts'`,
  query`select format('%s: the payout is %s, the ledger says %s', coalesce(p.uuid, l.source_uuid), p.sent, l.amount)
      as breach
    from (select uuid, amount_minor + tax_minor as sent from payout) p full join (
      select source_uuid, -sum(amount_minor) as amount from ledger_entry where account = 'payouts' group by 1
    ) l on l.source_uuid = p.uuid where p.sent is distinct from l.amount`,
)

const payableTrue = promise(
  'what the ledger owes a holder is what it earned and was not paid out',
  query`earning where payout_uuid is null`,
  query`select format('%s: the ledger owes %s, unpaid earnings are %s', tenant_uuid, coalesce(l.owed, 0), coalesce(e.owed, 0))
      as breach
    from (
      select tenant_uuid, -sum(amount_minor) as owed from ledger_entry where account = 'payable' group by 1
    ) l full join (
      select tenant_uuid, sum(gross_minor - commission_minor) as owed from earning where payout_uuid is null group by 1
    ) e using (tenant_uuid) where coalesce(l.owed, 0) <> coalesce(e.owed, 0)`,
)

export const payoutInvariants: readonly Invariant[] = [earningsTrue, numbersTrue, ledgerTrue, payableTrue]
