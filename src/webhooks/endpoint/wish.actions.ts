import { isIP } from 'node:net'
import type { Context } from '../../kernel/context.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { hostOf, inwardOf } from '../../kernel/outside/reach.ts'
import { publishedTypes } from '../published.rules.ts'
import { webhooksProblem } from '../webhooks.problems.ts'
import { unknownPatterns } from './pattern.rules.ts'

/** What a company may ask for. */

export interface EndpointWish {
  readonly url: string
  readonly events: readonly string[]
}

/** What can be said of an address without asking anybody; whom its name leads to is looked at whenever something is sent. */
export function acceptable(ctx: Context, { url, events }: EndpointWish): { url: string; events: string[] } {
  const address = URL.parse(url)
  const fault = address === null ? 'is no web address' : addressFault(ctx, address)
  if (fault !== null) throw webhooksProblem('webhook_address_refused', { fields: { url: [fault] } })
  const unknown = unknownPatterns(events, publishedTypes)
  if (unknown.length > 0)
    throw kernelProblem('invalid_fields', { fields: { events: unknown.map((one) => `there are no events "${one}"`) } })
  return { url, events: [...new Set(events)] }
}

function addressFault(ctx: Context, url: URL): string | null {
  const { sandbox, webhookPrivateHosts } = ctx.house.config
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && sandbox)) return 'must begin with https://'
  if (url.username !== '' || url.password !== '') return 'must not have a name or a password in it'
  const host = hostOf(url)
  if (webhookPrivateHosts.includes(host)) return null
  if (host === 'localhost' || host.endsWith('.localhost')) return 'leads to this machine; only public hosts are sent to'
  const inward = isIP(host) === 0 ? null : inwardOf([{ address: host, family: isIP(host) }])
  return inward && `leads to ${inward.address} (${inward.use}); only public hosts are sent to`
}
