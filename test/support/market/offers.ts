import type { Static } from '../../../src/kernel/http/schema.ts'
import type { OfferAnswer } from '../../../src/market/offer/offer.wire.ts'
import type { RegistryRecord } from '../../../src/network/index.ts'
import { aRecord } from './facts.ts'
import { mailTo } from '../server/mailbox.ts'
import type { Answered, World } from '../world.ts'

/** Blocks on their way to the market. */

export { know } from './facts.ts'

/** No maintainer of the holder's own: else one block's code would prove the next. */
export const recordOf = (prefix: string, given: Partial<Omit<RegistryRecord, 'prefix'>> = {}): RegistryRecord =>
  aRecord({
    prefix,
    organisation: 'Holder Ltd',
    maintainers: ['RIPE-NCC-HM-MNT'],
    contactEmail: 'hostmaster@holder.example',
    abuseEmail: 'abuse@holder.example',
    ...given,
  })

type ShownOffer = Static<typeof OfferAnswer>

export type Client = Awaited<ReturnType<World['client']>>

export function subnetOf(block: string, given: Record<string, unknown> = {}): Record<string, unknown> {
  const [address, length] = block.split('/')
  return { address, cidr: Number(length), registry: 'ripencc', pricings: [{ cidr: 24, value: 100 }], ...given }
}

export const offersPath = (tenant: string, rest = '') => `/billing/v1/${tenant}/market/services${rest}`

export function list(world: World, { tenant, bearer }: Client, ...subnets: Record<string, unknown>[]) {
  const payload = { subnets, tos_accepted: true, subnet_actions_accepted: true }
  return world.call('POST', offersPath(tenant), { headers: bearer, payload })
}

/** Listed, or the test ends here. */
export async function listed(
  world: World,
  client: Client,
  block: string,
  given: Record<string, unknown> = {},
): Promise<ShownOffer> {
  const answer = await list(world, client, subnetOf(block, given))
  if (answer.status !== 201) throw new Error(`not listed: ${answer.text}`)
  return answer.body.data[0]
}

/** The newest code mailed for a block. */
export async function codeFor(world: World, block: string, contact = 'hostmaster@holder.example'): Promise<string> {
  const found = (await mailTo(world, contact)).flatMap(({ body }) =>
    body.split('\n').flatMap((line) => (line.startsWith(`${block}: `) ? line.slice(block.length + 2) : [])),
  )
  return found.at(-1) ?? 'no code was mailed'
}

export const verify = (world: World, { tenant, bearer }: Client, uuid: string, code: string): Promise<Answered> =>
  world.call('POST', offersPath(tenant, `/${uuid}/verify`), { headers: bearer, payload: { code } })

export const resend = (world: World, { tenant, bearer }: Client, uuid: string): Promise<Answered> =>
  world.call('POST', offersPath(tenant, `/${uuid}/verify/resend`), { headers: bearer })

/** The codes that were mailed were mailed longer ago: by real time, which no test can move. */
export async function letContactsRest(world: World, interval = '61 seconds'): Promise<void> {
  await world.house.pool.query('update proof_mail set mailed_at = mailed_at - $1::interval', [interval])
}

export const recheck = (world: World, { tenant, bearer }: Client, uuid: string): Promise<Answered> =>
  world.call('POST', offersPath(tenant, `/${uuid}/recheck`), { headers: bearer })

/** The offer as its holder's list shows it. */
export async function shown(world: World, { tenant, bearer }: Client, uuid: string): Promise<ShownOffer> {
  const { body } = await world.call('GET', `${offersPath(tenant)}?per_page=1000`, { headers: bearer })
  return body.data.find((offer: { uuid: string }) => offer.uuid === uuid)
}

/** What an offer's audit entries say happened to it, in order. */
export async function deedsOn(world: World, uuid: string): Promise<string[]> {
  const { rows } = await world.house.pool.query<{ action: string }>(
    'select action from audit_entry where subject_uuid = $1 order by happened_at, uuid',
    [uuid],
  )
  return rows.map(({ action }) => action)
}
