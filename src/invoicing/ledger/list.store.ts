import { textArray } from '../../kernel/db/arrays.ts'
import { inBatches, type Placed } from '../../kernel/db/batches.ts'
import type { Context } from '../../kernel/context.ts'
import { counted, pageOfList, type Slice } from '../../kernel/db/pages.ts'
import { inOrder, type OrderKey } from '../../kernel/db/paging.ts'
import { all, joined, nothing, query, type Query } from '../../kernel/db/query.ts'
import { settledTotal } from '../../kernel/db/settled-total.ts'
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

interface First {
  readonly order: Query<unknown>
  readonly most: number
  readonly beyond?: Query<unknown>
}

const accountsOf = ({ accounts }: Pick<LedgerWish, 'accounts'>) => (accounts.length === 0 ? companyAccounts : accounts)

const ofAccounts = (wish: LedgerWish): Query<unknown> =>
  wish.tenant === null && wish.accounts.length === 0
    ? query`true`
    : query`e.account = any(${textArray(accountsOf(wish))})`

/**
 * The first of them in order. The index of a company's entries has them by account, so that the first of each account are
 * taken and then the first of these.
 */
function firstOf(wish: LedgerWish, { order, most, beyond = query`true` }: First): Query<unknown> {
  const { tenant } = wish
  if (tenant === null)
    return query`select e.* from ledger_entry e where ${narrowed(wish)} and ${beyond} and ${ofAccounts(wish)} ${order} limit ${most}`
  const ofEach = accountsOf(wish).map(
    (account) => query`(select e.* from ledger_entry e where e.tenant_uuid = ${tenant} and e.account = ${account}
      and ${narrowed(wish)} and ${beyond} ${order} limit ${most})`,
  )
  return query`select e.* from (${joined(ofEach, ' union all ')}) e ${order} limit ${most}`
}

const named = (entries: Query<unknown>, order: Query<unknown>, more: Query<unknown> = nothing): Query<LedgerLine> =>
  query<LedgerLine>`
    select e.*, t.title as company, coalesce(i.number, p.number) as number ${more}
    from (${entries}) e
    left join tenant t on t.uuid = e.tenant_uuid
    left join invoice i on i.uuid = e.source_uuid
    left join payout p on p.uuid = e.source_uuid
    ${order}`

export async function listLedger(
  ctx: Context,
  wish: LedgerWish & { readonly perPage: number; readonly offset: number },
): Promise<{ rows: LedgerLine[]; total: number }> {
  const page = ({ order, most, skip }: Slice) =>
    named(query`select e.* from (${firstOf(wish, { order, most: skip + most })}) e ${order} offset ${skip}`, order)
  if (wish.tenant !== null)
    return pageOfList(ctx, wish, {
      keys: keysOf(wish),
      total: (asked) => totalOf(asked, wish),
      rows: (asked, slice) => page(slice).planned(asked),
    })
  const most = Math.max(0, Math.min(wish.perPage, mostEntries - wish.offset))
  const rows = await page({ order: inOrder(keysOf(wish)), most, skip: wish.offset }).planned(ctx)
  const total = await counted(query<{ total: number }>`select count(*) as total from (
    select from ledger_entry e where ${narrowed(wish)} and ${ofAccounts(wish)} limit ${mostEntries}) counted`)(ctx)
  return { rows, total }
}

/** Of a company's own accounts; nothing is ever taken out of them. */
async function totalOf(ctx: Context, wish: LedgerWish): Promise<number> {
  const count = (came: Query<unknown>) => query<{ total: number }>`
    select count(*) as total from ledger_entry e
    where e.tenant_uuid = ${wish.tenant} and ${ofAccounts(wish)} and ${narrowed(wish)} and ${came}`
  const whole = wish.kinds.length === 0 && wish.from === null && wish.to === null
  const list = `ledger ${wish.tenant} ${accountsOf(wish).join()}`
  return whole ? settledTotal(ctx, { list, cameAt: query`e.happened_at`, count }) : counted(count(query`true`))(ctx)
}

export const ledgerInBatches = (ctx: Context, wish: LedgerWish): AsyncGenerator<readonly LedgerLine[]> =>
  inBatches(keysOf(wish), ({ standing, beyond, order, most }) => {
    const line = named(firstOf(wish, { order, most, beyond }), order, query`, ${standing} as standing`)
    return line.planned(ctx) as Promise<(LedgerLine & Placed)[]>
  })
