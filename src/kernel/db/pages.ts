import type { Context } from '../context.ts'
import { inOrder, type OrderKey, type Page } from './paging.ts'
import type { Query } from './query.ts'
import { inSnapshot } from './snapshot.ts'

/**
 * A page is reached from whichever end of its list is nearer: the last page costs what the first does, and one in the
 * middle at most half the list, out of the index that has its order (ADR 123).
 */

/** The parts that make a statement one for a page. */
export interface Slice {
  /** `order by …` */
  readonly order: Query<unknown>
  readonly most: number
  readonly skip: number
}

interface Listed<Row> {
  /** A total order. */
  readonly keys: readonly OrderKey[]
  readonly total: (ctx: Context) => Promise<number>
  readonly rows: (ctx: Context, slice: Slice) => Promise<readonly Row[]>
}

type Span = Pick<Page, 'perPage' | 'offset'>

/** So many rows are skipped before anybody asks how many there are behind the page. */
const few = 1_000

export const isDeep = ({ offset }: Span): boolean => offset > few

/** Where a page lies, counted from the end that is nearer to it. */
export function nearerEnd({ perPage, offset }: Span, total: number): { turned: boolean; most: number; skip: number } {
  const most = Math.max(0, Math.min(perPage, total - offset))
  const behind = Math.max(0, total - offset - most)
  return behind < offset ? { turned: true, most, skip: behind } : { turned: false, most, skip: offset }
}

const turnedRound = (keys: readonly OrderKey[]): OrderKey[] =>
  keys.map(({ by, descending }) => ({ by, descending: !descending }))

/** The rows of a page deep in its list, in the order of the list. `ctx` has to see the rows that were counted. */
export async function rowsFromNearerEnd<Row>(
  ctx: Context,
  page: Span,
  total: number,
  { keys, rows }: Pick<Listed<Row>, 'keys' | 'rows'>,
): Promise<Row[]> {
  const { turned, most, skip } = nearerEnd(page, total)
  if (most === 0) return []
  const found = await rows(ctx, { order: inOrder(turned ? turnedRound(keys) : keys), most, skip })
  return turned ? found.toReversed() : [...found]
}

/** As of one moment: counted from the end, a row more would be another page. */
export const asCounted = <T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> =>
  ctx.db.isTransaction ? work(ctx) : inSnapshot(ctx, work)

/** A page, and how many rows the list has. */
export async function pageOfList<Row>(
  ctx: Context,
  page: Span,
  list: Listed<Row>,
): Promise<{ rows: Row[]; total: number }> {
  if (isDeep(page))
    return asCounted(ctx, async (moment) => {
      const total = await list.total(moment)
      return { rows: await rowsFromNearerEnd(moment, page, total, list), total }
    })
  const slice = { order: inOrder(list.keys), most: page.perPage, skip: page.offset }
  const [rows, total] = await Promise.all([list.rows(ctx, slice), list.total(ctx)])
  return { rows: [...rows], total }
}

/** What `select count(*) as total …` says, planned with its values. */
export const counted =
  (statement: Query<{ total: number }>) =>
  async (ctx: Context): Promise<number> =>
    (await statement.planned(ctx))[0]?.total ?? 0
