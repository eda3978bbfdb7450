import { Resolver } from 'node:dns/promises'
import { parseAddress, prefixAround, specialUseOf } from '../ip/index.ts'

/** A TXT record as the servers of its zone have it: no resolver's memory of it, and nobody's but the zone's own word. */

interface DnsTerms {
  /** By which the zone's servers are found; none: the system's. */
  readonly resolvers: readonly string[]
  readonly port: number
  /** Servers that may be asked although their addresses are private, by name. */
  readonly privateHosts: readonly string[]
}

type TxtFault = 'undelegated' | 'unresolved' | 'private' | 'lame'

/** The texts there are (none: the servers say so), or why nobody could tell. */
export type TxtAnswer =
  | { readonly zone: string; readonly texts: readonly string[]; readonly fault: null }
  | { readonly zone: string; readonly texts: null; readonly fault: TxtFault }

const patience = { timeout: 2_000, tries: 2 }
const mostServers = 8

/** `zones`: the one that the name should be in, then those around it, as far as somebody's word counts for it. */
export async function authoritativeTxt(zones: readonly string[], name: string, terms: DnsTerms): Promise<TxtAnswer> {
  const finder = new Resolver(patience)
  if (terms.resolvers.length > 0) finder.setServers(terms.resolvers)
  const delegated = await nameServersOf(finder, zones)
  if (delegated === null) return { zone: zones[0] ?? name, texts: null, fault: 'undelegated' }
  const found = await addressesOf(finder, delegated.servers)
  if (found.length === 0) return { zone: delegated.zone, texts: null, fault: 'unresolved' }
  const open = found.filter(({ host, address }) => isPublic(address) || terms.privateHosts.includes(host))
  if (open.length === 0) return { zone: delegated.zone, texts: null, fault: 'private' }
  const heard = await Promise.all(open.slice(0, mostServers).map(({ address }) => textsAt(address, name, terms.port)))
  const answers = heard.filter((texts) => texts !== null)
  if (answers.length === 0) return { zone: delegated.zone, texts: null, fault: 'lame' }
  return { zone: delegated.zone, texts: [...new Set(answers.flat())], fault: null }
}

/** Of the first that is somebody's. */
async function nameServersOf(finder: Resolver, zones: readonly string[]) {
  for (const around of zones) {
    const servers = await finder.resolveNs(around).catch(() => [])
    if (servers.length > 0) return { zone: around, servers: servers.map((name) => name.toLowerCase()) }
  }
  return null
}

async function addressesOf(finder: Resolver, hosts: readonly string[]): Promise<{ host: string; address: string }[]> {
  const each = await Promise.all(
    hosts.slice(0, mostServers).map(async (host) => {
      const [four, six] = await Promise.all([
        finder.resolve4(host).catch((): string[] => []),
        finder.resolve6(host).catch((): string[] => []),
      ])
      return [...four, ...six].map((address) => ({ host, address }))
    }),
  )
  return each.flat()
}

function isPublic(text: string): boolean {
  const parsed = parseAddress(text)
  return parsed.ok && specialUseOf(prefixAround(parsed.value, parsed.value.family === 4 ? 32 : 128)) === undefined
}

/** Null: this server does not answer for the zone. */
async function textsAt(address: string, name: string, port: number): Promise<string[] | null> {
  const server = new Resolver(patience)
  server.setServers([address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`])
  try {
    return (await server.resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENODATA' || code === 'ENOTFOUND' ? [] : null
  }
}
