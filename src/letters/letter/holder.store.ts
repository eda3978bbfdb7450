import { textArray } from '../../kernel/db/arrays.ts'
import type { Context } from '../../kernel/context.ts'
import { orderBy, type Page, type SortKey } from '../../kernel/db/paging.ts'
import { all, query } from '../../kernel/db/query.ts'
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
  { holder, statuses, offer, asn, sort, perPage, offset }: LetterQuery,
): Promise<{ rows: Letter[]; total: number }> {
  const conditions = all([
    ...(holder === null ? [] : [query`holder_uuid = ${holder}`]),
    ...(statuses.length === 0 ? [] : [query`status = any(${textArray(statuses)})`]),
    ...(offer === null ? [] : [query`offer_uuid = ${offer}`]),
    ...(asn === null ? [] : [query`asn = ${asn}`]),
  ])
  const matching = query`from letter where ${conditions}`
  const order = orderBy(sort, sortColumns)
  const [rows, [counted]] = await Promise.all([
    query<Letter>`select * ${matching} ${order} limit ${perPage} offset ${offset}`.planned(ctx),
    query<{ total: number }>`select count(*) as total ${matching}`.planned(ctx),
  ])
  return { rows, total: counted?.total ?? 0 }
}
