import type { Context } from '../../kernel/context.ts'
import { authoritativeTxt, type TxtAnswer } from '../../kernel/outside/authoritative-txt.ts'
import { zonesAround } from './zone.rules.ts'

/** What the servers of a reverse zone say under a name in it. Never inside a transaction: they take their time. */
export function lookForTxt(ctx: Context, zone: string, name: string): Promise<TxtAnswer> {
  const { dnsServers: resolvers, dnsPort: port, importPrivateHosts: privateHosts } = ctx.house.config
  return authoritativeTxt(zonesAround(zone), name, { resolvers, port, privateHosts })
}
