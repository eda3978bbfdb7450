import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { specialUseOf, parseAddress, prefixAround } from '../../kernel/ip/index.ts'
import { SourceFault } from './source.ts'

/** Whom an address leads to, and what is said when it cannot be reached (ADR 49). */

/** Who may be spoken to, for how long, and who says that it is. */
export interface Manners {
  /** Hosts that may be spoken to although their addresses are private. */
  readonly privateHosts: readonly string[]
  /** How long may pass until the connection is there, until the answer begins and between its parts. */
  readonly silenceMs: number
  /** Who we are, and where to write to: some publishers refuse those who do not say. */
  readonly userAgent: string
}

interface Looked {
  readonly address: string
  readonly family: number
}

/** Every address of the host is looked at, so that nobody is led into our own network; one of them is to be spoken to. */
export async function publicAddress(url: URL, terms: Manners, deadline: AbortSignal): Promise<Looked> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const found = await addressesOf(host, url, deadline)
  if (!terms.privateHosts.includes(host.toLowerCase()))
    for (const { address } of found) {
      const use = useOf(address)
      if (use !== null)
        throw new SourceFault(
          url.host,
          `leads to ${address} (${use}), and only public hosts are fetched from; SUBLET_IMPORT_PRIVATE_HOSTS names exceptions`,
        )
    }
  const [first] = found
  if (first === undefined) throw new SourceFault(url.host, 'has no address')
  return first
}

async function addressesOf(host: string, url: URL, deadline: AbortSignal): Promise<Looked[]> {
  const family = isIP(host)
  if (family !== 0) return [{ address: host, family }]
  try {
    return await Promise.race([lookup(host, { all: true }), aborted(deadline)])
  } catch (error) {
    throw unreachable(url, error, deadline)
  }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('timed out'))))

/** The name of the special use; null for an address of the public internet. */
function useOf(text: string): string | null {
  const parsed = parseAddress(text.replace(/%.*$/, ''))
  if (!parsed.ok) return 'no address'
  const address = parsed.value
  return specialUseOf(prefixAround(address, address.family === 4 ? 32 : 128))?.name ?? null
}

export const silent = (url: URL, { silenceMs }: Manners): SourceFault =>
  new SourceFault(url.host, `has not said anything for ${silenceMs / 1_000} seconds`)

export function unreachable(url: URL, error: unknown, deadline: AbortSignal, read = 0): SourceFault {
  if (error instanceof SourceFault) return error
  if (deadline.aborted) return new SourceFault(url.host, 'took longer than any download may')
  const { code, message } = error as NodeJS.ErrnoException
  const after = read > 0 ? ` after ${read} bytes` : ''
  return new SourceFault(url.host, `cannot be fetched from${after} (${code ?? message})`)
}
