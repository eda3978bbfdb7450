import { tenantOf, type Context } from '../../kernel/context.ts'
import { pageMeta, pageOf, PageOf, pageQuery, wholeQuery } from '../../kernel/db/paging.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { csvBeside } from '../../kernel/http/download.ts'
import { Int, ListOf, OneOf, Type, Uuid } from '../../kernel/http/schema.ts'
import { ledgerInBatches, listLedger } from './ledger.actions.ts'
import { companyAccounts, ledgerAccounts, ledgerKinds } from './ledger.rules.ts'
import {
  ledgerCsv,
  LedgerLineAnswer,
  ledgerLineAnswer,
  operatorLedgerCsv,
  OperatorLedgerLineAnswer,
  operatorLedgerLineAnswer,
} from './ledger.wire.ts'

/** The ledger, line by line: a company's own accounts, and for operators all of it. */

const perPage = 25
const latest = 253_402_300_799

const filtersOf = <const A extends readonly (typeof ledgerAccounts)[number][]>(accounts: A) => ({
  account: Type.Optional(ListOf(OneOf(accounts), accounts.length)),
  kind: Type.Optional(ListOf(OneOf(ledgerKinds), ledgerKinds.length)),
  date_from: Type.Optional(Int(0, latest, { description: 'Unix seconds, inclusive.' })),
  date_to: Type.Optional(Int(0, latest, { description: 'Unix seconds, exclusive.' })),
})

const LedgerQuery = pageQuery({ perPage, sortable: [], filters: filtersOf(companyAccounts) })

const OperatorLedgerQuery = pageQuery({
  perPage,
  sortable: [],
  filters: { company: Type.Optional(Uuid), ...filtersOf(ledgerAccounts) },
})

interface Filter {
  readonly account?: readonly (typeof ledgerAccounts)[number][]
  readonly kind?: readonly (typeof ledgerKinds)[number][]
  readonly date_from?: number
  readonly date_to?: number
}

const moment = (seconds: number | undefined) => (seconds === undefined ? null : new Date(seconds * 1_000))

/** What the list and the file are of alike. */
const wishOf = (tenant: string | null, { account = [], kind = [], date_from, date_to }: Filter = {}) => ({
  tenant,
  accounts: account,
  kinds: kind,
  from: moment(date_from),
  to: moment(date_to),
})

async function pageOfLedger<A>(
  ctx: Context,
  query: { readonly page?: number; readonly per_page?: number },
  wish: ReturnType<typeof wishOf>,
  answer: (line: Awaited<ReturnType<typeof listLedger>>['rows'][number], currency: string) => A,
) {
  const page = pageOf(query, perPage)
  const { rows, total } = await listLedger(ctx, { ...wish, ...page })
  return {
    data: rows.map((line) => answer(line, ctx.house.config.currency)),
    meta: pageMeta(page, rows.length, total),
  }
}

const ownLedger = endpoint({
  id: 'listLedger',
  route: 'GET /billing/v1/:tenantUUID/ledger',
  tag: 'Invoices',
  summary: 'List the entries of the company’s accounts in the ledger',
  description: 'What it owes, its credits and what it is owed, entry by entry, the newest first.',
  access: { by: 'token', scope: 'billing' },
  query: LedgerQuery,
  answer: PageOf(LedgerLineAnswer),
  handle: (ctx, { query }) => pageOfLedger(ctx, query, wishOf(tenantOf(ctx), query.filter), ledgerLineAnswer),
})

const wholeLedger = endpoint({
  id: 'operatorListLedger',
  route: 'GET /portal/operator/ledger',
  tag: 'Operator',
  summary: 'List the entries of the ledger',
  description:
    'Of all companies and of the marketplace itself, the newest first. At most 10000 entries are counted and can be paged through.',
  access: { by: 'operator' },
  query: OperatorLedgerQuery,
  answer: PageOf(OperatorLedgerLineAnswer),
  handle: (ctx, { query }) =>
    pageOfLedger(ctx, query, wishOf(query.filter?.company ?? null, query.filter), operatorLedgerLineAnswer),
})

export const ledgerRoutes: readonly Endpoint[] = [
  ownLedger,
  csvBeside(ownLedger, {
    id: 'exportLedger',
    summary: 'Download the entries of the company’s accounts in the ledger as CSV',
    name: 'ledger',
    query: wholeQuery(LedgerQuery),
    columns: ledgerCsv,
    batches: (ctx, query) => ledgerInBatches(ctx, wishOf(tenantOf(ctx), query.filter)),
  }),
  wholeLedger,
  csvBeside(wholeLedger, {
    id: 'operatorExportLedger',
    summary: 'Download the entries of the ledger as CSV',
    name: 'ledger',
    query: wholeQuery(OperatorLedgerQuery),
    columns: operatorLedgerCsv,
    batches: (ctx, query) => ledgerInBatches(ctx, wishOf(query.filter?.company ?? null, query.filter)),
  }),
]
