import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { contains, knownPrefix, parseAddress, prefixAround, specialUseOf } from '../ip/index.ts'

/** Whom a host's name leads to, so that nobody who names one leads us into our own network (ADR 49). */

export interface Looked {
  readonly address: string
  readonly family: number
}

/** An address of the host that is not of the public internet. */
interface Inward {
  readonly address: string
  readonly use: string
}

/** As it stands in an address: IPv6 without its brackets, in lower case. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase()

/** All of them as this machine knows them, or a failure of its resolver; it may take as long as `deadline` allows. */
export async function addressesOf(host: string, deadline: AbortSignal): Promise<Looked[]> {
  return writtenOut(host) ?? Promise.race([lookup(host, { all: true }), aborted(deadline)])
}

/**
 * The same by DNS alone. What the machine itself is asked for waits in one of two threads for the slowest name server
 * there is, and everybody else's names behind it; these questions wait for nobody.
 */
export async function publishedAddressesOf(
  host: string,
  resolvers: readonly string[],
  deadline: AbortSignal,
): Promise<Looked[]> {
  const known = writtenOut(host)
  if (known) return known
  const asked = new Resolver({ timeout: 2_000, tries: 2 })
  if (resolvers.length > 0) asked.setServers(resolvers)
  const answers = Promise.allSettled([asked.resolve4(host), asked.resolve6(host)])
  const [four, six] = await Promise.race([answers, aborted(deadline)]).finally(() => asked.cancel())
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
  return [
    ...(four.status === 'fulfilled' ? four.value : []).map((address) => ({ address, family: 4 })),
    ...(six.status === 'fulfilled' ? six.value : []).map((address) => ({ address, family: 6 })),
  ]
}

function writtenOut(host: string): Looked[] | null {
  const family = isIP(host)
  return family === 0 ? null : [{ address: host, family }]
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('timed out'))))

/** One is enough: which of several is spoken to is for chance to say. */
export function inwardOf(found: readonly Looked[]): Inward | null {
  for (const { address } of found) {
    const use = useOf(address)
    if (use !== null) return { address, use }
  }
  return null
}

/** RFC 4291 §2.4: all that is given out for use on the internet. Beyond it stand old ways to write an IPv4 address, too. */
const globalUnicast = knownPrefix('2000::/3')

/** The name of the special use; null for an address of the public internet. */
function useOf(text: string): string | null {
  const parsed = parseAddress(text.replace(/%.*$/, ''))
  if (!parsed.ok) return 'no address'
  const address = parsed.value
  const prefix = prefixAround(address, address.family === 4 ? 32 : 128)
  const isOutside = address.family === 6 && !contains(globalUnicast, prefix)
  return specialUseOf(prefix)?.name ?? (isOutside ? 'not of the internet' : null)
}
