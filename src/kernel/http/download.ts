import { Readable } from 'node:stream'
import type { Context } from '../context.ts'
import { csvHead, csvLines, type Columns } from '../csv.ts'
import { Content, endpoint, type Endpoint } from '../endpoint.ts'
import { toRfc3339 } from '../time.ts'
import type { Static, TSchema } from './schema.ts'

/** Lists as files (ADR 99). */

interface Download<Q extends TSchema, Row> {
  readonly id: string
  readonly summary: string
  /** What the file is called, before whose it is and the day. */
  readonly name: string
  /** The list's own, by `wholeQuery`. */
  readonly query: Q
  readonly columns: Columns<Row>
  readonly batches: (ctx: Context, query: Static<Q>) => AsyncIterable<readonly Row[]>
}

/** The whole of a list as CSV, beside the list itself: for whoever may read that, by the same filters and in the same order. */
export function csvBeside<Q extends TSchema, Row>(list: Endpoint, download: Download<Q, Row>): Endpoint {
  const { id, summary, name, query, columns, batches } = download
  return endpoint({
    id,
    route: `${list.route}.csv`,
    tag: list.tag,
    summary,
    description: 'RFC 4180 with a header row, streamed: all that the filters find, in the order of the list.',
    access: list.access,
    query,
    content: 'text/csv',
    ...(list.refuses && { refuses: list.refuses }),
    handle: (ctx, input) => csvFile(ctx, name, columns, batches(ctx, input.query as Static<Q>)),
  })
}

export function csvFile<Row>(
  ctx: Context,
  name: string,
  columns: Columns<Row>,
  batches: AsyncIterable<readonly Row[]>,
): Content {
  const file = [name, ...(ctx.tenant === null ? [] : [ctx.tenant]), toRfc3339(ctx.now).slice(0, 10)].join('-')
  return new Content('text/csv; charset=utf-8', Readable.from(textOf(ctx, columns, batches)), {
    'content-disposition': `attachment; filename="${file}.csv"`,
  })
}

/** Without it, the spreadsheet of somebody who opens the file takes UTF-8 for something else; a program would take it for text. */
const byteOrderMark = '\uFEFF'

/** The header goes out with the first batch: when the database cannot be asked, nothing has been answered yet. */
async function* textOf<Row>(
  { actor, house }: Context,
  columns: Columns<Row>,
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  let before = (actor.kind === 'user' ? byteOrderMark : '') + csvHead(columns)
  for await (const batch of batches) {
    yield before + csvLines(columns, batch, house.config.currency)
    before = ''
  }
}
