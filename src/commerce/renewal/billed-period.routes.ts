import { tenantOf } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { money, toNumber } from '../../kernel/money.ts'
import { pageMeta, pageOf, PageOf, pageQuery } from '../../kernel/db/paging.ts'
import { named, OneOf, Type, UnixTime, Uuid } from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import { invoiceStates } from '../../invoicing/index.ts'
import { showPeriods } from './billed-period.actions.ts'

const perPage = 25

const PeriodAnswer = named('BilledPeriod', {
  number: Type.Integer({ description: 'From 1, in the order of time.' }),
  starts_at: UnixTime,
  ends_at: UnixTime,
  amount: Type.Number({ description: 'Net, of this service alone.' }),
  invoice_uuid: Uuid,
  invoice_number: Type.String({ examples: ['INV-2026-000042'] }),
  invoice_status: OneOf(invoiceStates.states),
})

export const billedPeriodRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'listLeasePeriods',
    route: 'GET /billing/v1/:tenantUUID/market/ipv4/services/:serviceUUID/periods',
    tag: 'Services',
    summary: 'List the billed periods of an IPv4 service',
    description: 'The newest first. Each begins where the one before it ends.',
    access: { by: 'token', scope: 'billing' },
    params: Type.Object({ serviceUUID: Uuid }),
    query: pageQuery({ perPage, sortable: [] }),
    answer: PageOf(PeriodAnswer),
    handle: async (ctx, { params, query }) => {
      const page = pageOf(query, perPage)
      const { rows, total } = await showPeriods(ctx, { tenant: tenantOf(ctx), lease: params.serviceUUID, ...page })
      const data = rows.map((period) => ({
        number: period.position,
        starts_at: toUnix(period.starts_at),
        ends_at: toUnix(period.ends_at),
        amount: toNumber(money(period.amount_minor, ctx.house.config.currency)),
        invoice_uuid: period.invoice_uuid,
        invoice_number: period.invoice_number,
        invoice_status: period.invoice_status,
      }))
      return { data, meta: pageMeta(page, rows.length, total) }
    },
  }),
]
