import { textArray } from '../../kernel/db/arrays.ts'
import type { Context } from '../../kernel/context.ts'
import { counted, pageOfList } from '../../kernel/db/pages.ts'
import { totalOrder, type Page, type SortKey } from '../../kernel/db/paging.ts'
import { all, query, type Query } from '../../kernel/db/query.ts'
import { settledTotal } from '../../kernel/db/settled-total.ts'
import type { LetterSort } from './letter.rules.ts'
import type { Letter } from './letter.store.ts'

/** Letters as their holders and the operator list them. */

export interface LetterQuery extends Page {
  /** Null: of all holders. */
  readonly holder: string | null
  readonly statuses: readonly Letter['status'][]
  readonly offer: string | null
  readonly asn: number | null
  readonly sort: readonly SortKey<LetterSort>[]
}

const sortColumns = { created_at: query`created_at`, address: query`block` }

export async function pageOfLetters(
  ctx: Context,
  { holder, statuses, offer, asn, sort, ...page }: LetterQuery,
): Promise<{ rows: Letter[]; total: number }> {
  const conditions = all([
    ...(holder === null ? [] : [query`holder_uuid = ${holder}`]),
    ...(statuses.length === 0 ? [] : [query`status = any(${textArray(statuses)})`]),
    ...(offer === null ? [] : [query`offer_uuid = ${offer}`]),
    ...(asn === null ? [] : [query`asn = ${asn}`]),
  ])
  const matching = query`from letter where ${conditions}`
  const count = (came: Query<unknown>) => query<{ total: number }>`select count(*) as total ${matching} and ${came}`
  const whole = statuses.length === 0 && offer === null && asn === null
  return pageOfList(ctx, page, {
    keys: totalOrder(sort, sortColumns),
    total: whole
      ? (asked) => settledTotal(asked, { list: `letter held ${holder}`, cameAt: sortColumns.created_at, count })
      : counted(count(query`true`)),
    rows: (asked, { order, most, skip }) =>
      query<Letter>`select * ${matching} ${order} limit ${most} offset ${skip}`.planned(asked),
  })
}
