import { offersPath, type Client } from './offers.ts'
import type { Answered, World } from '../world.ts'

/** The ways of proof of a listing, as its holder uses them. */

const path = (tenant: string, uuid: string, rest = '') => offersPath(tenant, `/${uuid}/proofs${rest}`)

export const ways = (world: World, { tenant, bearer }: Client, uuid: string): Promise<Answered> =>
  world.call('GET', path(tenant, uuid), { headers: bearer })

export const choose = (world: World, { tenant, bearer }: Client, uuid: string, payload: object): Promise<Answered> =>
  world.call('POST', path(tenant, uuid), { headers: bearer, payload })

export const look = (world: World, { tenant, bearer }: Client, uuid: string): Promise<Answered> =>
  world.call('POST', path(tenant, uuid, '/look'), { headers: bearer })

export const send = (world: World, { tenant, bearer }: Client, uuid: string, content: Buffer, name = 'invoice.pdf') =>
  world.call('POST', path(tenant, uuid, '/documents'), {
    headers: bearer,
    payload: { name, content: content.toString('base64') },
  })

export const aPdf = (text = 'invoice'): Buffer => Buffer.from(`%PDF-1.7\n${text}\n%%EOF\n`)

interface ShownWay {
  readonly way: string
  readonly possible: boolean
  readonly description: string
  readonly contacts: readonly { readonly id: string; readonly address: string; readonly roles: readonly string[] }[]
  readonly token: string | null
  readonly names: readonly string[]
  readonly asn: number | null
}

export async function wayOf(world: World, client: Client, uuid: string, wanted: string): Promise<ShownWay> {
  const { body } = await ways(world, client, uuid)
  const found = body.data.ways.find(({ way }: ShownWay) => way === wanted)
  if (!found) throw new Error(`no way ${wanted}: ${JSON.stringify(body)}`)
  return found
}
