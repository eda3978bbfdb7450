import type { Context } from '../../kernel/context.ts'
import { formatPrefix, knownPrefix } from '../../kernel/ip/index.ts'
import { networkFacts } from '../../network/index.ts'
import { holderName, matcherOf } from '../prefix/holder.rules.ts'
import { allRoots } from '../prefix/known.actions.ts'
import { lastSeen } from '../health/last-seen.store.ts'
import { isMaster, type Root } from '../prefix/spot.rules.ts'
import { unannouncedIn } from './unannounced.rules.ts'

/** A block nobody announces. */
interface Aggregate {
  readonly notation: string
  readonly tenantUuid: string
  readonly organisation: string
  readonly master: boolean
  /** When a route for it, or for a part of it, was last seen; null when none ever was. */
  readonly lastSeen: Date | null
}

interface Unannounced {
  readonly aggregates: readonly Aggregate[]
  /** Of the routing data; null when there is none, and then nothing can be said. */
  readonly takenAt: Date | null
  readonly stale: boolean
}

interface UnannouncedQuery {
  readonly organisations: readonly string[]
  readonly limit: number
  readonly offset: number
}

/** Block by block in address order, as far as the page reaches. */
export async function searchUnannounced(ctx: Context, tenant: string, query: UnannouncedQuery): Promise<Unannounced> {
  const facts = networkFacts(ctx)
  const known = facts.announcementsOf(anyBlock)
  if (known === null) return { aggregates: [], takenAt: null, stale: true }
  const end = query.offset + query.limit
  const found: Root[] = []
  let passed = 0
  for await (const root of unannouncedOf(ctx, tenant, query)) {
    if (passed++ >= query.offset) found.push(root)
    if (passed >= end) break
  }
  const seen = await lastSeen(
    ctx,
    found.map(({ prefix }) => prefix),
  )
  const aggregates = found.map((root) => ({
    notation: formatPrefix(root.prefix),
    tenantUuid: tenant,
    organisation: holderName(root, facts),
    master: isMaster(root),
    lastSeen: seen.get(formatPrefix(root.prefix)) ?? null,
  }))
  return { aggregates, takenAt: known.takenAt, stale: known.stale }
}

/** Any will do to ask how old the data is. */
const anyBlock = knownPrefix('0.0.0.0/0')

async function* unannouncedOf(ctx: Context, tenant: string, { organisations }: UnannouncedQuery): AsyncGenerator<Root> {
  const facts = networkFacts(ctx)
  const matches = matcherOf(organisations, facts, ctx.house.config.sellerName)
  for await (const roots of allRoots(ctx, tenant))
    for (const root of roots)
      for (const prefix of unannouncedIn(root.prefix, facts)) {
        const place = { ...root, prefix }
        if (!matches || matches(place)) yield place
      }
}
