import type { Context } from '../../kernel/context.ts'
import { formatPrefix, knownPrefix, type Prefix } from '../../kernel/ip/index.ts'
import { query } from '../../kernel/db/query.ts'

/** Who may announce what, and who might still: letters around prefixes and inside them, for many at once. */

export interface LetterBlock {
  readonly block: Prefix
  readonly asns: readonly number[]
}

export interface LettersFor {
  /** Live ones around and inside the prefixes asked for, each block once. */
  readonly live: readonly LetterBlock[]
  /** Ended ones around them, until the data has shown that nothing is left. */
  readonly left: readonly LetterBlock[]
}

interface Row {
  readonly live: boolean
  readonly block: string
  readonly asns: number[]
}

/** In one statement however many there are. */
export async function lettersFor(ctx: Pick<Context, 'db'>, prefixes: readonly Prefix[]): Promise<LettersFor> {
  if (prefixes.length === 0) return { live: [], left: [] }
  const rows = await query<Row>`
    with wanted as materialized (
      select distinct block from unnest(${prefixes.map(formatPrefix)}::cidr[]) as given (block))
    select true as live, t.block, array_agg(distinct t.asn) as asns
    from wanted w join letter t on t.block && w.block and t.status in ('pending', 'active') group by t.block
    union all
    select false, t.block, array_agg(distinct t.asn)
    from wanted w join letter t on t.block >>= w.block and t.ended_at is not null and t.gone_at is null
    group by t.block`.rows(ctx)
  const of = (wanted: boolean): LetterBlock[] =>
    rows.flatMap(({ live, block, asns }) => (live === wanted ? { block: knownPrefix(block), asns } : []))
  return { live: of(true), left: of(false) }
}
