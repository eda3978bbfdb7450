import { isIP } from 'node:net'
import type { Context } from '../../kernel/context.ts'
import { hostOf, inwardOf } from '../../kernel/outside/reach.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { routingProblem } from '../routing.problems.ts'
import { fieldFaults, kindRow, type ConnectorKind } from './kind.rules.ts'

/** What a holder may ask for. */

export interface ConnectorWish {
  readonly title: string
  readonly url: string
  readonly account: string | null
  readonly maintainer: string | null
  readonly source: string | null
}

/** With what follows from the kind where it was not said. */
export function withStandards(
  kind: ConnectorKind,
  given: Partial<ConnectorWish>,
): Omit<ConnectorWish, 'url'> & { readonly url: string | null } {
  const row = kindRow(kind)
  const { title = row.title, url = row.url, account = null, maintainer = null } = given
  const { source = typeof row.source === 'string' ? row.source : null } = given
  return { title, url, account, maintainer, source }
}

/** What can be said without asking anybody; whom a name leads to is looked at whenever it is spoken to. */
export function acceptable(ctx: Context, kind: ConnectorKind, wish: ReturnType<typeof withStandards>): ConnectorWish {
  const faults = fieldFaults(kind, wish)
  if (wish.url === null) faults['url'] = ['is missing: where the registry answers']
  if (Object.keys(faults).length > 0) throw kernelProblem('invalid_fields', { fields: faults })
  const address = URL.parse(wish.url ?? '')
  const fault = address === null ? 'is no web address' : addressFault(ctx, address)
  if (fault !== null) throw routingProblem('routing_address_refused', { fields: { url: [fault] } })
  return { ...wish, url: wish.url ?? '' }
}

function addressFault(ctx: Context, url: URL): string | null {
  const { sandbox, routingPrivateHosts } = ctx.house.config
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && sandbox)) return 'must begin with https://'
  if (url.username !== '' || url.password !== '') return 'must not have a name or a password in it'
  if (url.search !== '' || url.hash !== '') return 'must end with its path'
  const host = hostOf(url)
  if (routingPrivateHosts.includes(host)) return null
  if (host === 'localhost' || host.endsWith('.localhost'))
    return 'leads to this machine; only public hosts are spoken to'
  const inward = isIP(host) === 0 ? null : inwardOf([{ address: host, family: isIP(host) }])
  return inward && `leads to ${inward.address} (${inward.use}); only public hosts are spoken to`
}
