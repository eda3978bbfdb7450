import { Resolver } from 'node:dns/promises'
import type { Context } from '../../kernel/context.ts'
import type { Prefix } from '../../kernel/ip/index.ts'
import { mostZones, reverseZones, zoneCount, zonesAround } from './zone.rules.ts'

/** What a resolver says of a block's reverse zones. */
export interface ReverseDelegation {
  readonly zones: readonly string[]
  /** Those of them for which no name server is named, not even further up. */
  readonly undelegated: readonly string[]
}

/**
 * By the resolvers of the settings; null where there are none, or too many zones to ask for, undefined where one did not
 * answer. Never inside a transaction.
 */
export async function lookForDelegation(ctx: Context, block: Prefix): Promise<ReverseDelegation | null | undefined> {
  const { dnsServers } = ctx.house.config
  if (dnsServers.length === 0 || zoneCount(block) > mostZones) return null
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  resolver.setServers(dnsServers)
  const zones = reverseZones(block)
  const found = await Promise.all(zones.map((zone) => isDelegated(resolver, zone))).catch(() => undefined)
  return found && { zones, undelegated: zones.filter((_zone, n) => !found[n]) }
}

const absent = new Set(['ENODATA', 'ENOTFOUND'])

async function isDelegated(resolver: Resolver, zone: string): Promise<boolean> {
  for (const around of zonesAround(zone)) {
    const servers = await resolver.resolveNs(around).catch((error: NodeJS.ErrnoException) => {
      if (absent.has(error.code ?? '')) return []
      throw error
    })
    if (servers.length > 0) return true
  }
  return false
}
