import type { Company } from './reservations.ts'
import type { Answered, World } from '../world.ts'

/** The holder's authorisation (LOA-A), over the wire. */

const path = ({ tenant }: Company, offer: string, what: string) =>
  `/billing/v1/${tenant}/market/services/${offer}/loa-a/${what}`

export const revokeLoaa = (world: World, holder: Company, offer: string): Promise<Answered> =>
  world.call('POST', path(holder, offer, 'revoke'), { headers: holder.bearer })

export const signLoaa = (
  world: World,
  holder: Company,
  offer: string,
  payload: object = { subnet_actions_accepted: true },
): Promise<Answered> => world.call('POST', path(holder, offer, 'sign'), { headers: holder.bearer, payload })

export const downloadLoaa = (world: World, holder: Company, offer: string) =>
  world.server.inject({ method: 'GET', url: path(holder, offer, 'download'), headers: holder.bearer })
