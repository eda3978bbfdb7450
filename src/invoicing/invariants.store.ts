import { promise, type Invariant } from '../kernel/invariants.ts'
import { query } from '../kernel/db/query.ts'

/** What documents and the ledger promise across rows. Each reads its tables once and groups, however much there is. */

const transfersBalance = promise(
  'every transfer of the ledger adds up to zero',
  query`ledger_entry`,
  query`select format('transfer %s adds up to %s', transfer_uuid, sum(amount_minor)) as breach
    from ledger_entry group by transfer_uuid having sum(amount_minor) <> 0`,
)

const numbersWhole = promise(
  'invoice numbers have neither gap nor double, series by series and year by year',
  query`invoice`,
  query`select format('%s %s: %s numbers were given; there are %s documents, from %s to %s', series, year, coalesce(n.last, 0),
      coalesce(i.documents, 0), i.lowest, i.highest) as breach
    from (select series, year, last from document_number where series in ('INV', 'CN')) n full join (
      select series, year, count(*) as documents, min(position) as lowest, max(position) as highest
      from invoice group by 1, 2
    ) i using (series, year)
    where (n.last, n.last, 1) is distinct from (i.documents::int, i.highest, i.lowest)`,
)

const numbersTrue = promise(
  'an invoice is numbered by its series, its year and its place',
  query`invoice`,
  query`select format('%s is number %s of %s in %s, issued %s', number, position, series, year, issued_at) as breach
    from invoice
    where number <> format('%s-%s-%s', series, year, lpad(position::text, greatest(6, length(position::text)), '0'))
      or year <> extract(year from issued_at at time zone 'UTC')`,
)

const documentsBooked = promise(
  'every document stands in the ledger with its total, its discount and its tax',
  query`invoice`,
  query`select format('%s: the document says %s, %s, %s; the ledger %s, %s, %s', coalesce(i.number, l.source_uuid::text),
      i.total_minor, i.discount_minor, i.tax_minor, l.total, l.discount, l.tax) as breach
    from (select * from invoice where status <> 'draft') i full join (
      select source_uuid, coalesce(sum(amount_minor) filter (where account in ('receivable', 'payments')), 0) as total,
        coalesce(sum(amount_minor) filter (where account = 'discount'), 0) as discount,
        coalesce(-sum(amount_minor) filter (where account = 'tax'), 0) as tax,
        min(kind) as least, max(kind) as most,
        count(*) filter (where account = 'receivable') as owners,
        min(tenant_uuid::text) filter (where account = 'receivable') as owner
      from ledger_entry where kind in ('invoice', 'credit_note') group by 1
    ) l on l.source_uuid = i.uuid
    where i.uuid is null
      or (i.total_minor, i.discount_minor, i.tax_minor)
        is distinct from (coalesce(l.total, 0), coalesce(l.discount, 0), coalesce(l.tax, 0))
      or l.owners > 1 or l.owner <> i.tenant_uuid::text or l.least <> l.most
      or (l.most = 'credit_note') <> (i.series = 'CN')`,
)

const owedTrue = promise(
  'what the ledger says a company owes is what its unpaid invoices say',
  query`invoice where status = 'unpaid'`,
  query`select format('%s: the ledger says %s, the invoices %s', tenant_uuid, coalesce(l.owed, 0), coalesce(i.owed, 0))
      as breach
    from (
      select tenant_uuid, sum(amount_minor) as owed from ledger_entry where account = 'receivable' group by 1
    ) l full join (
      select tenant_uuid, sum(total_minor - paid_minor) as owed from invoice where status = 'unpaid' group by 1
    ) i using (tenant_uuid) where coalesce(l.owed, 0) <> coalesce(i.owed, 0)`,
)

const creditsTrue = promise(
  "a company's credits are what the ledger owes it of them",
  query`credit_account`,
  query`select format('%s: the account has %s, the ledger %s', tenant_uuid, coalesce(a.total_minor, 0), coalesce(l.owed, 0))
      as breach
    from credit_account a full join (
      select tenant_uuid, -sum(amount_minor) as owed from ledger_entry where account = 'credit' group by 1
    ) l using (tenant_uuid) where coalesce(a.total_minor, 0) <> coalesce(l.owed, 0)`,
)

const earningsBooked = promise(
  'what holders earned with a document stands in the ledger, and the share of the marketplace beside it',
  query`earning`,
  query`select format('document %s: %s earned and %s kept; the ledger says %s and %s', coalesce(e.invoice_uuid, l.source_uuid),
      e.net, e.commission, l.net, l.commission) as breach
    from (
      select invoice_uuid, sum(gross_minor - commission_minor) as net, sum(commission_minor) as commission
      from earning group by 1
    ) e full join (
      select source_uuid, coalesce(-sum(amount_minor) filter (where account = 'payable'), 0) as net,
        coalesce(-sum(amount_minor) filter (where account = 'commission'), 0) as commission
      from ledger_entry where kind in ('invoice', 'credit_note', 'earning') group by 1
    ) l on l.source_uuid = e.invoice_uuid
    where (coalesce(e.net, 0), coalesce(e.commission, 0)) <> (coalesce(l.net, 0), coalesce(l.commission, 0))`,
)

const earnedWhenPaid = promise(
  'a line earns its holder something exactly when it was paid for',
  query`invoice where status <> 'unpaid'`,
  query`select format('%s: its lines bring %s, %s was earned', i.number, i.due, coalesce(e.gross, 0)) as breach
    from (
      select d.uuid, d.number, coalesce(sum((line ->> 'amount')::bigint)
        filter (where line -> 'earner' <> 'null'::jsonb and d.earns), 0) as due
      from (
        select i.uuid, i.number, i.lines, case when i.series = 'CN' then c.status in ('paid', 'refunded')
          else i.status in ('paid', 'refunded') end as earns
        from invoice i left join invoice c on c.uuid = i.corrects_uuid
      ) d cross join jsonb_array_elements(d.lines) line group by 1, 2
    ) i left join (select invoice_uuid, sum(gross_minor) as gross from earning group by 1) e on e.invoice_uuid = i.uuid
    where i.due <> coalesce(e.gross, 0)`,
)

const transactionsTrue = promise(
  'what was paid of an invoice is what its transactions add up to, and once it is paid all that credit notes have left',
  query`invoice`,
  query`select format('%s is %s: %s of %s paid, its transactions add up to %s', number, status, paid_minor, total_minor,
      coalesce(t.paid, 0)) as breach
    from invoice i left join (
      select invoice_uuid, sum(amount_minor) as paid from invoice_transaction group by 1
    ) t on t.invoice_uuid = i.uuid left join (
      select corrects_uuid, sum(total_minor) as total from invoice where corrects_uuid is not null group by 1
    ) c on c.corrects_uuid = i.uuid
    where coalesce(t.paid, 0) <> case when series = 'CN' then 0 else paid_minor end
      or paid_minor <> case when status = 'paid' then total_minor + coalesce(c.total, 0) else 0 end
      or (status = 'paid') and paid_at is null`,
)

const paymentsUsed = promise(
  'money that was taken is on an invoice of who paid, and money that was given back is on none',
  query`payment where status in ('succeeded', 'refunded')`,
  query`select format('payment %s of %s is %s; on invoices there is %s of it', coalesce(p.uuid, t.payment_uuid), p.amount_minor,
      p.status, coalesce(t.used, 0)) as breach
    from payment p full join (
      select t.payment_uuid, sum(t.amount_minor) as used, min(i.tenant_uuid::text) as payer
      from invoice_transaction t join invoice i on i.uuid = t.invoice_uuid where t.payment_uuid is not null group by 1
    ) t on t.payment_uuid = p.uuid
    where p.uuid is null or (p.status = 'succeeded' and coalesce(t.used, 0) <> p.amount_minor)
      or (p.status not in ('succeeded', 'refunding') and coalesce(t.used, 0) <> 0)
      or t.payer <> p.tenant_uuid::text`,
)

const correctionsTrue = promise(
  'every invoice that was refunded or cancelled has credit notes over all of it; of others, only paid ones have some, over less',
  query`invoice where series = 'CN'`,
  query`select format('%s is %s and has %s credit notes over %s', i.number, i.status,
      coalesce(c.notes, 0), c.total) as breach
    from (select * from invoice where series <> 'CN') i left join (
      select corrects_uuid, count(*) as notes, sum(total_minor) as total from invoice
      where corrects_uuid is not null group by 1
    ) c on c.corrects_uuid = i.uuid
    where case when i.status in ('refunded', 'cancelled') then c.total is distinct from -i.total_minor
      else c.notes > 0 and (i.status <> 'paid' or -c.total >= i.total_minor) end`,
)

export const invoicingInvariants: readonly Invariant[] = [
  transfersBalance,
  numbersWhole,
  numbersTrue,
  documentsBooked,
  owedTrue,
  creditsTrue,
  earningsBooked,
  earnedWhenPaid,
  transactionsTrue,
  paymentsUsed,
  correctionsTrue,
]
