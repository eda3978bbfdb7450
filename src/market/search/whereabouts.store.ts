import { sql, type RawBuilder } from 'kysely'
import { formatPrefix } from '../../kernel/ip/index.ts'
import type { Whereabouts } from './whereabouts.rules.ts'

/** Blocks are named, so that an index of blocks finds them. */
export const lies = (block: RawBuilder<unknown>, at: Whereabouts): RawBuilder<boolean> =>
  'inside' in at
    ? sql`${block} <<= ${formatPrefix(at.inside)}::cidr`
    : sql`${block} = any(${at.oneOf.map(formatPrefix)}::cidr[])`
