import { key } from './keys.ts'

/**
 * What a company with many leases has piled up beside them, as statements: an order, a document, a letter that has ended,
 * an entry of the ledger and one of the log for each lease. All of it is over, so that it promises nothing to anybody and
 * `audit` finds it in order.
 */

interface Books {
  readonly lessee: string
  readonly mine: number
}

const party = `'{"uuid": null, "first_name": "A", "last_name": "B", "company_name": "Many leases", "vat_number": null,
  "vat_validation_status": null, "vat_validated_at": null, "line_one": "1 Street", "line_two": null, "line_three": null,
  "city": "Vilnius", "province_code": null, "country_code": "LT", "postcode": "01100", "contact_email": null,
  "contact_phone": null, "company_code": null}'::jsonb`

const seller = `'{"name": "Bench", "address": ["1 Street"], "country_code": "LT", "vat_number": "", "email": ""}'::jsonb`

const lines = `'[{"type": "lease", "subject": null, "description": "A block", "amount": 10000, "taxed": false, "from": null,
  "to": null, "earner": null, "metadata": {}, "reservation": null}]'::jsonb`

const amounts = `10000, 0, 0`

/** Some a minute, over months that have passed. */
const since = `date_trunc('year', now()) - interval '1 year' + n * interval '5 minutes'`

export const books = ({ lessee, mine }: Books): string[] => [
  `insert into sales_order (uuid, tenant_uuid, kind, status, buyer, lines, discounts, taxes, sub_total_minor, discount_minor,
     tax_minor, credits_minor, total_minor, placed_at)
   select ${key('order', 'n')}, '${lessee}', 'purchase', 'cancelled', ${party}, ${lines}, '[]', '[]', ${amounts}, 0, 10000, ${since}
   from generate_series(1, ${mine}) n`,
  `insert into invoice (uuid, tenant_uuid, series, year, position, number, status, seller, buyer, lines, discounts, taxes,
     sub_total_minor, discount_minor, tax_minor, total_minor, issued_at, due_at)
   select ${key('invoice', 'n')}, '${lessee}', 'INV', year, place, format('INV-%s-%s', year, lpad(place::text, 6, '0')),
     'draft', ${seller}, ${party}, ${lines}, '[]', '[]', ${amounts}, 10000, issued, issued
   from (select n, issued, extract(year from issued at time zone 'UTC')::int as year,
     row_number() over (partition by extract(year from issued at time zone 'UTC') order by n) as place
     from (select n, ${since} as issued from generate_series(1, ${mine}) n) dated) counted`,
  `insert into document_number (series, year, last) select series, year, max(position) from invoice group by 1, 2`,
  `insert into letter (uuid, tenant_uuid, holder_uuid, offer_uuid, lease_uuid, block, asn, company_name, max_length,
     create_inetnum, whois_exposed, roa, radb, route, code, status, created_at, ended_at, gone_at)
   select ${key('letter', 'row_number() over (order by l.uuid)')}, l.tenant_uuid, l.holder_uuid, l.offer_uuid, l.uuid, l.block,
     64500, 'Many leases', 24, false, false, false, false, false, 'bench-' || l.uuid, 'expired', l.created_at,
     l.created_at + interval '1 day', l.created_at + interval '2 days'
   from lease l where l.tenant_uuid = '${lessee}'`,
  `insert into ledger_entry (transfer_uuid, position, kind, source_uuid, account, tenant_uuid, amount_minor, happened_at)
   select ${key('transfer', 'n')}, side.position, 'grant', ${key('transfer', 'n')}, side.account, side.owner, side.amount, ${since}
   from generate_series(1, ${mine}) n cross join (
     values (1, 'grants', null::uuid, 100), (2, 'credit', '${lessee}'::uuid, -100)) side (position, account, owner, amount)`,
  `insert into credit_account (tenant_uuid, total_minor, held_minor, updated_at)
   values ('${lessee}', ${mine * 100}, 0, now())
   on conflict (tenant_uuid) do update set total_minor = credit_account.total_minor + excluded.total_minor`,
  `insert into audit_deed (uuid, tenant_uuid, happened_at, actor_kind, actor_id, request_id, action, subject_kind, data)
   select ${key('entry', 'n')}, '${lessee}', ${since}, 'system', 'bench', 'bench', 'company.changed', 'company', '{}'
   from generate_series(1, ${mine}) n`,
]
