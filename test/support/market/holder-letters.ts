import type { Company } from './reservations.ts'
import type { Answered, World } from '../world.ts'

/** Letters as the holder of their blocks, or the operator, asks about them. */

export const nowhere = '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f'

const ofHolder = ({ tenant }: Company, rest: string) => `/billing/v1/${tenant}/market/letters${rest}`
const ofOperator = (rest: string) => `/portal/operator/letters${rest}`

export interface Asking {
  list(query?: string): Promise<Answered>
  show(uuid: string): Promise<Answered>
  confirm(uuid: string): Promise<Answered>
  revoke(uuid: string, payload?: object): Promise<Answered>
}

const asking = (world: World, path: (rest: string) => string, headers: Record<string, string>): Asking => ({
  list: (query = '') => world.call('GET', path(`?${query}`), { headers }),
  show: (uuid) => world.call('GET', path(`/${uuid}`), { headers }),
  confirm: (uuid) => world.call('POST', path(`/${uuid}/confirm`), { headers }),
  revoke: (uuid, payload = { reason: 'The block is needed elsewhere.' }) =>
    world.call('POST', path(`/${uuid}/revoke`), { headers, payload }),
})

interface AskingHolder extends Asking {
  rpsl(uuid: string): Promise<Answered>
  confirmCompany(uuid: string): Promise<Answered>
}

export const asHolder = (world: World, company: Company): AskingHolder => ({
  ...asking(world, (rest) => ofHolder(company, rest), company.bearer),
  confirmCompany: (uuid) =>
    world.call('POST', ofHolder(company, `/${uuid}/confirm-company`), { headers: company.bearer }),
  rpsl: (uuid) => world.call('GET', ofHolder(company, `/${uuid}/rpsl`), { headers: company.bearer }),
})

export async function asOperator(world: World): Promise<Asking> {
  const { cookie } = await world.person(await world.tenant('Operators', 'operator'))
  return asking(world, ofOperator, cookie)
}
