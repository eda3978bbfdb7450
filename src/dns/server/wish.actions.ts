import { isIP } from 'node:net'
import type { Context } from '../../kernel/context.ts'
import type { Terms } from '../../kernel/outside/ask.ts'
import { hostOf, inwardOf } from '../../kernel/outside/reach.ts'
import { hostAndPort, type BackendKind } from '../backend/backend.rules.ts'
import { dnsProblem } from '../dns.problems.ts'
import type { Algorithm } from '../message/tsig.rules.ts'
import { readHostName } from '../name/host-name.rules.ts'

/** What a company may have us speak to, and by which key. */

export interface ServerWish {
  readonly title: string
  readonly kind: BackendKind
  readonly address: string
  readonly key_name?: string | null
  readonly algorithm?: Algorithm | null
  readonly secret: string
}

interface Acceptable {
  readonly title: string
  readonly kind: BackendKind
  readonly address: string
  readonly key_name: string | null
  readonly algorithm: Algorithm | null
  readonly secret: string
}

export function reachOf({ house: { config } }: Context): Terms {
  const { dnsPrivateHosts: privateHosts, dnsServers: resolvers, sandbox: allowPlain } = config
  return { privateHosts, resolvers, allowPlain }
}

/** What can be said of it without asking anybody; whom its name leads to is looked at whenever it is spoken to. */
export function acceptable(ctx: Context, wish: ServerWish): Acceptable {
  const { title, kind, secret } = wish
  const address = wish.address.toLowerCase()
  const faults: Record<string, string[]> = {}
  const fault = kind === 'powerdns' ? webFault(ctx, address) : socketFault(ctx, address)
  if (fault !== null) faults['address'] = [fault]
  const key = keyName(wish)
  if (kind === 'rfc2136' && key === null)
    faults['key_name'] = ['must be the name of the TSIG key, as the server has it']
  if (kind === 'rfc2136' && !isBase64(secret)) faults['secret'] = ['must be the secret of the TSIG key, in base64']
  if (kind === 'powerdns' && !/^[!-~ ]+$/.test(secret)) faults['secret'] = ['has characters that no API key can have']
  if (Object.keys(faults).length > 0) throw dnsProblem('dns_server_refused', { fields: faults })
  const signing = kind === 'rfc2136'
  return {
    title,
    kind,
    address,
    key_name: signing ? key : null,
    algorithm: signing ? (wish.algorithm ?? 'hmac-sha256') : null,
    secret,
  }
}

/** A key is named like a host, with or without dots. */
function keyName({ key_name: given }: ServerWish): string | null {
  const name = given?.toLowerCase().replace(/\.$/, '') ?? ''
  if (/^[a-z0-9_-]{1,63}$/.test(name)) return name
  return readHostName(name.replaceAll('_', '-')).fault === null ? name : null
}

const isBase64 = (text: string): boolean =>
  /^[A-Za-z0-9+/]+={0,2}$/.test(text) && text.length % 4 === 0 && Buffer.from(text, 'base64').length >= 16

function socketFault(ctx: Context, address: string): string | null {
  const at = hostAndPort(address)
  if (at === null) return 'must be a host or an address, with :port unless it is 53'
  return hostFault(ctx, at.host)
}

function webFault(ctx: Context, address: string): string | null {
  const url = URL.parse(address)
  if (url === null || !['https:', 'http:'].includes(url.protocol)) return 'must be the web address of the API'
  if (url.username !== '' || url.password !== '') return 'must not have a name or a password in it'
  if (url.search !== '' || url.hash !== '') return 'must be the web address of the API, without a query'
  const { privateHosts, allowPlain } = reachOf(ctx)
  if (url.protocol !== 'https:' && !allowPlain && !privateHosts.includes(hostOf(url))) return 'must begin with https://'
  return hostFault(ctx, hostOf(url))
}

function hostFault(ctx: Context, host: string): string | null {
  if (reachOf(ctx).privateHosts.includes(host)) return null
  if (host === 'localhost' || host.endsWith('.localhost'))
    return 'leads to this machine; only public hosts are spoken to'
  const family = isIP(host)
  if (family === 0) return readHostName(host).fault
  const inward = inwardOf([{ address: host, family }])
  return inward && `leads to ${inward.address} (${inward.use}); only public hosts are spoken to`
}
