import { know } from '../market/facts.ts'
import { fitAsn, openLetters, type Office } from '../market/letters.ts'
import { stageWorld } from '../stages.ts'
import type { World } from '../world.ts'

/** Holders whose registries are connected, and lessees who get letters on their blocks. */

export const routingSettings = { SUBLET_SANDBOX: '1', SUBLET_ROUTING_PRIVATE_HOSTS: '127.0.0.1' }

/** Somewhere else: there is routing data, and nothing of it is about the blocks of the test. */
const elsewhere = { prefix: '8.8.8.0/24', asn: 15_169 }

export async function openRouting(world: World, given: Parameters<typeof openLetters>[1] = {}) {
  const office = await openLetters(world, given)
  await announce(world)
  return {
    world,
    office,
    ...callsOf(office),
    letters: lettersFor(office, () => world.runJobs()),
    bought: lettersFor(office),
  }
}

export async function stageRouting(env: Readonly<Record<string, string>> = {}) {
  return openRouting(await stageWorld({ env: { ...routingSettings, ...env } }))
}

/** What is announced now, and all that was is not. */
export async function announce(world: World, ...routes: readonly { prefix: string; asn: number }[]): Promise<void> {
  await know(world, 'origins', [elsewhere, ...routes])
}

export async function validate(world: World, ...vrps: readonly { prefix: string; asn: number; maxLength?: number }[]) {
  await know(world, 'vrps', [elsewhere, ...vrps])
}

const callsOf = ({ world, holder }: Office) => {
  const call = (method: string, path: string, payload?: object) =>
    world.call(method, `/routing/${holder.tenant}${path}`, { headers: holder.bearer, ...(payload && { payload }) })
  return {
    call,
    /** Connected, tested and on. */
    connect: async (wish: object): Promise<string> => {
      const { status, body, text } = await call('POST', '/connectors', wish)
      if (status !== 201) throw new Error(text)
      const tested = await call('POST', `/connectors/${body.data.uuid}/test`, { switch_on: true })
      if (tested.body?.data?.passed !== true) throw new Error(tested.text)
      await world.runJobs()
      return String(body.data.uuid)
    },
    connector: async (uuid: string) => (await call('GET', `/connectors/${uuid}`)).body.data,
    /** `made roa 45.64.0.0/24 AS13335`, with why. */
    objects: async (query = ''): Promise<string[]> => {
      const { body } = await call('GET', `/objects?per_page=100${query}`)
      return body.data.map(
        ({ status, kind, prefix, asn, reason }: Record<string, string>) =>
          `${status} ${kind} ${prefix} AS${asn}${reason ? ` (${reason})` : ''}`,
      )
    },
    listed: async (query = '') => (await call('GET', `/objects?per_page=100${query}`)).body.data,
  }
}

/** A lease with a letter for it, and its end. `settle`: what follows is done at once, and not by whoever else runs. */
const lettersFor =
  (office: Office, settle = async (): Promise<void> => undefined) =>
  async (given: { length?: number; asn?: number; max_length?: number } = {}) => {
    const { length = 24, asn = fitAsn, max_length = 24 } = given
    const lessee = await office.lessee()
    const lease = await lessee.lease(length)
    const [uuid = ''] = await lessee.buy({ asn, max_length, subnets: [lease.block] })
    await settle()
    const revoke = async () => {
      const { world, holder } = office
      const path = `/billing/v1/${holder.tenant}/market/letters/${uuid}/revoke`
      const { status, text } = await world.call('POST', path, { headers: holder.bearer, payload: { reason: 'over' } })
      if (status !== 200) throw new Error(text)
      await settle()
    }
    return { uuid, block: lease.block, revoke, lessee, lease }
  }
