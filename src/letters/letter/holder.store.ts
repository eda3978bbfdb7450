import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import type { Page, SortKey } from '../../kernel/db/paging.ts'
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

const columns = { created_at: 'created_at', address: 'block' } as const

export async function pageOfLetters(ctx: Context, query: LetterQuery): Promise<{ rows: Letter[]; total: number }> {
  const { holder, statuses, offer, asn, sort } = query
  const matching = ctx.db
    .selectFrom('letter')
    .$if(holder !== null, (q) => q.where('holder_uuid', '=', holder ?? ''))
    .$if(statuses.length > 0, (q) => q.where('status', 'in', [...statuses]))
    .$if(offer !== null, (q) => q.where('offer_uuid', '=', offer ?? ''))
    .$if(asn !== null, (q) => q.where('asn', '=', asn ?? 0))
  let page = matching.selectAll()
  for (const { field, descending } of sort) page = page.orderBy(columns[field], descending ? 'desc' : 'asc')
  // In the direction of the last key, so that its index gives the order as it is.
  const [rows, { total }] = await Promise.all([
    page
      .orderBy('uuid', sort.at(-1)?.descending ? 'desc' : 'asc')
      .limit(query.perPage)
      .offset(query.offset)
      .execute(),
    matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}
