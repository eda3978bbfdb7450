import { query, type Query } from '../../kernel/db/query.ts'
import { formatPrefix } from '../../kernel/ip/index.ts'
import type { Whereabouts } from './whereabouts.rules.ts'

/** Blocks are named, so that an index of blocks finds them. */
export const lies = (block: Query<unknown>, at: Whereabouts): Query<boolean> =>
  'inside' in at
    ? query`${block} <<= ${formatPrefix(at.inside)}::cidr`
    : query`${block} = any(${at.oneOf.map(formatPrefix)}::cidr[])`
