import type { Context } from '../../kernel/context.ts'
import { formatPrefix, knownPrefix, type Prefix } from '../../kernel/ip/index.ts'
import { query } from '../../kernel/db/query.ts'

/** Who may announce what, and who might still: letters around prefixes and inside them, for many at once. */

export interface LetterBlock {
  readonly block: Prefix
  /** Each number once; the length of the smallest part that it may announce. */
  readonly letters: readonly { readonly asn: number; readonly maxLength: number }[]
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
  readonly lengths: Readonly<Record<string, number>>
}

/** So many are looked up together with what other requests look up. */
const few = 100

/** In one statement however many there are. */
export async function lettersFor(ctx: Pick<Context, 'db'>, prefixes: readonly Prefix[]): Promise<LettersFor> {
  if (prefixes.length === 0) return { live: [], left: [] }
  const letters = query<Row>`
    with wanted as materialized (
      select distinct block from unnest(${prefixes.map(formatPrefix)}::cidr[]) as given (block))
    select true as live, t.block, jsonb_object_agg(t.asn, t.max_length) as lengths
    from wanted w join letter t on t.block && w.block and t.status in ('pending', 'active') group by t.block
    union all
    select false, t.block, jsonb_object_agg(t.asn, t.max_length order by t.max_length)
    from wanted w join letter t on t.block && w.block and t.ended_at is not null and t.gone_at is null
    group by t.block`
  const rows = await (prefixes.length <= few ? letters.few(ctx) : letters.rows(ctx))
  const of = (wanted: boolean): LetterBlock[] =>
    rows.flatMap(({ live, block, lengths }) =>
      live === wanted ? { block: knownPrefix(block), letters: lettersIn(lengths) } : [],
    )
  return { live: of(true), left: of(false) }
}

const lettersIn = (lengths: Row['lengths']): LetterBlock['letters'] =>
  Object.entries(lengths).map(([asn, maxLength]) => ({ asn: Number(asn), maxLength }))
