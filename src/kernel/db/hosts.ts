/** The hosts that an address of PostgreSQL names: one, or several as libpq has it, of which one accepts writes. */

export interface Host {
  /** A name, an address, or the folder of a Unix socket. */
  readonly host: string
  readonly port: number
}

interface Reach {
  /** All that the driver can read of it. */
  readonly url: string
  /** In their order; none where the driver finds the one host by itself. */
  readonly hosts: readonly Host[]
}

type Read = Reach | { readonly mistake: string }

const shape = /^(postgres(?:ql)?:\/\/(?:[^/?#\s]*@)?)([^/?#\s]*)(\/[^?#\s]*)?(?:\?([^#\s]*))?$/
const standardPort = 5432

/** We write, so whoever asks for one of these is content with what we look for anyway. */
const writable = new Set(['any', 'read-write', 'primary'])

export function readHosts(text: string): Read {
  const [, head = '', authority = '', path = '', query = ''] = shape.exec(text) ?? []
  if (head === '' || !isReadable(text)) return { mistake: 'must start with postgresql:// and be a complete address' }
  const params = new URLSearchParams(query)
  const wanted = params.get('target_session_attrs') ?? 'read-write'
  if (!writable.has(wanted)) return { mistake: 'asks for a server that may be read only: use read-write' }
  const named = params.get('host')
  const hosts = named === null ? inAuthority(authority) : inParameters(named, params.get('port') ?? '')
  if (hosts === null) return { mistake: 'names a port that is none, or not one port for each host' }
  if (hosts.length === 1) return { url: text, hosts: [] }
  for (const name of ['host', 'port', 'target_session_attrs']) params.delete(name)
  return { url: `${head}several${path}?${params.toString()}`, hosts }
}

/** The driver decodes every part of it, and throws where it cannot. */
function isReadable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** `h1:5432,h2,[::1]:5433` */
function inAuthority(authority: string): Host[] | null {
  const parts = authority.split(',').map((part) => /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(part))
  return together(
    parts.map((part) => decodeURIComponent(part?.[1]?.replace(/^\[(.*)\]$/, '$1') ?? '')),
    parts.map((part) => (part ? (part[2] ?? '') : 'none')),
  )
}

/** `host=h1,h2&port=5432,5433`, or one port for all. */
function inParameters(host: string, port: string): Host[] | null {
  const hosts = host.split(',')
  const ports = port.split(',')
  return together(hosts, ports.length === 1 ? hosts.map(() => port) : ports)
}

function together(hosts: readonly string[], ports: readonly string[]): Host[] | null {
  const fits = ports.every((port) => /^\d{0,5}$/.test(port) && Number(port) < 65_536)
  if (!fits || hosts.length !== ports.length) return null
  return hosts.map((host, i) => ({ host: host || 'localhost', port: Number(ports[i]) || standardPort }))
}
