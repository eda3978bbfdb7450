import { textArray } from '../../kernel/db/arrays.ts'
import { inBatches, type Placed } from '../../kernel/db/batches.ts'
import type { Context } from '../../kernel/context.ts'
import { inOrder, type OrderKey } from '../../kernel/db/paging.ts'
import { all, nothing, query, type Query } from '../../kernel/db/query.ts'
import type { LedgerEntry } from '../ledger.store.ts'
import { companyAccounts } from './ledger.rules.ts'

/** Entries of the ledger as they are read: a company's own accounts, or for operators all there are. Newest first. */

export interface LedgerLine extends LedgerEntry {
  /** Whose account it is; the marketplace's own are nobody's. */
  readonly company: string | null
  /** Of the document that it follows from, where there is one. */
  readonly number: string | null
}

interface LedgerWish {
  /** Null: of everybody, for operators. */
  readonly tenant: string | null
  readonly accounts: readonly LedgerEntry['account'][]
  readonly kinds: readonly LedgerEntry['kind'][]
  readonly from: Date | null
  /** Exclusive. */
  readonly to: Date | null
}

/** So many are counted of everybody's and can be paged through. */
const mostEntries = 10_000

/** Everybody's come out of the primary key, whose uuids are made in the order in which entries are written. */
const keysOf = ({ tenant }: LedgerWish): OrderKey[] =>
  [...(tenant === null ? [] : [query`e.happened_at`]), query`e.transfer_uuid`, query`e.position`].map((by) => ({
    by,
    descending: true,
  }))

const narrowed = ({ kinds, from, to }: LedgerWish): Query<unknown> =>
  all([
    ...(kinds.length === 0 ? [] : [query`e.kind = any(${textArray(kinds)})`]),
    ...(from === null ? [] : [query`e.happened_at >= ${from}`]),
    ...(to === null ? [] : [query`e.happened_at < ${to}`]),
  ])

/**
 * The first of them in order. The index of a company's entries has them by account, so that the first of each account are
 * taken and then the first of these.
 */
function firstOf(wish: LedgerWish, most: number, beyond: Query<unknown> = query`true`): Query<unknown> {
  const { tenant, accounts } = wish
  const order = inOrder(keysOf(wish))
  if (tenant === null) {
    const ofAccounts = accounts.length === 0 ? nothing : query`and e.account = any(${textArray(accounts)})`
    return query`select e.* from ledger_entry e where ${narrowed(wish)} and ${beyond} ${ofAccounts} ${order} limit ${most}`
  }
  return query`
    select e.* from unnest(${textArray(accounts.length === 0 ? companyAccounts : accounts)}) as wanted (account)
    cross join lateral (
      select e.* from ledger_entry e where e.tenant_uuid = ${tenant} and e.account = wanted.account
        and ${narrowed(wish)} and ${beyond} ${order} limit ${most}) e
    ${order} limit ${most}`
}

const named = (entries: Query<unknown>, order: Query<unknown>, more: Query<unknown> = nothing): Query<LedgerLine> =>
  query<LedgerLine>`
    select e.*, t.title as company, coalesce(i.number, p.number) as number ${more}
    from (${entries}) e
    left join tenant t on t.uuid = e.tenant_uuid
    left join invoice i on i.uuid = e.source_uuid
    left join payout p on p.uuid = e.source_uuid
    ${order}`

function totalOf(wish: LedgerWish): Query<{ total: number }> {
  const { tenant, accounts } = wish
  const whose = tenant === null ? nothing : query`and e.tenant_uuid = ${tenant}`
  const which = accounts.length === 0 ? nothing : query`and e.account = any(${textArray(accounts)})`
  const counted = query`select from ledger_entry e where ${narrowed(wish)} ${whose} ${which}`
  return query<{ total: number }>`
    select count(*) as total from (${counted} ${tenant === null ? query`limit ${mostEntries}` : nothing}) counted`
}

export async function listLedger(
  ctx: Context,
  wish: LedgerWish & { readonly perPage: number; readonly offset: number },
): Promise<{ rows: LedgerLine[]; total: number }> {
  const { perPage, offset, tenant } = wish
  const most = tenant === null ? Math.min(offset + perPage, mostEntries) : offset + perPage
  const page = query`select e.* from (${firstOf(wish, most)}) e ${inOrder(keysOf(wish))} offset ${offset}`
  const rows = await named(page, inOrder(keysOf(wish))).planned(ctx)
  const [counted] = await totalOf(wish).planned(ctx)
  return { rows, total: counted?.total ?? 0 }
}

export const ledgerInBatches = (ctx: Context, wish: LedgerWish): AsyncGenerator<readonly LedgerLine[]> =>
  inBatches(keysOf(wish), ({ standing, beyond, order, most }) => {
    const line = named(firstOf(wish, most, beyond), order, query`, ${standing} as standing`)
    return line.planned(ctx) as Promise<(LedgerLine & Placed)[]>
  })
