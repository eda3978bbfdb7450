import { addressesOf, hostOf, inwardOf, type Looked } from '../../kernel/outside/reach.ts'
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

/** Every address of the host is looked at, so that nobody is led into our own network; one of them is to be spoken to. */
export async function publicAddress(url: URL, terms: Manners, deadline: AbortSignal): Promise<Looked> {
  const host = hostOf(url)
  const found = await addressesOf(host, deadline).catch((error: unknown) => {
    throw unreachable(url, error, deadline)
  })
  const inward = terms.privateHosts.includes(host) ? null : inwardOf(found)
  if (inward !== null)
    throw new SourceFault(
      url.host,
      `leads to ${inward.address} (${inward.use}), and only public hosts are fetched from; SUBLET_IMPORT_PRIVATE_HOSTS names exceptions`,
    )
  const [first] = found
  if (first === undefined) throw new SourceFault(url.host, 'has no address')
  return first
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
