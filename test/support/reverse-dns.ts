import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterAll } from 'vitest'
import { makeLease, makeOffer } from './market/market.ts'
import { openNameServer } from './server/name-server.ts'
import { stageWorld } from './stages.ts'
import type { Answered, World } from './world.ts'

/** Companies that let and lease, with name servers of their own. */

type Client = Awaited<ReturnType<World['client']>>

export const dnsCall =
  (world: World, { tenant, bearer }: Pick<Client, 'tenant' | 'bearer'>) =>
  (method: string, path: string, payload?: object): Promise<Answered> =>
    world.call(method, `/dns/${tenant}${path}`, { headers: bearer, ...(payload && { payload }) })

export const nowhere = {
  title: 'Primary',
  kind: 'rfc2136',
  address: '127.0.0.1:1',
  key_name: 'sublet',
  secret: Buffer.from('a secret of thirty-two bytes, ok').toString('base64'),
}

/** A holder with a block on the market, and a company that leases (part of) it. */
export async function letBlock(world: World, block: string, leased = block) {
  const holder = await world.client(['dns'])
  const lessee = await world.client(['dns'])
  const length = Number(leased.split('/')[1])
  const offer = await makeOffer(world, holder.tenant, {
    block,
    pricings: [{ length, priceMinor: 10_000 }],
    maximumSplit: 24,
  })
  const lease = await makeLease(world, offer, lessee.tenant, leased)
  await world.runJobs()
  const sides = { holder: dnsCall(world, holder), lessee: dnsCall(world, lessee) }
  return { offer, lease, holderOf: holder, lesseeOf: lessee, ...sides }
}

/** As if its server had been asked: where nothing is sent, nobody needs to answer. */
export async function connectSilently(
  world: World,
  { holder, holderOf, offer }: Awaited<ReturnType<typeof letBlock>>,
  zoneLength = 24,
): Promise<string> {
  const { status, body, text } = await holder('POST', '/servers', nowhere)
  if (status !== 201) throw new Error(text)
  await world.house.pool.query(
    `insert into dns_offer (offer_uuid, tenant_uuid, server_uuid, zone_length, connected_at) values ($1, $2, $3, $4, now())`,
    [offer.uuid, holderOf.tenant, body.data.uuid, zoneLength],
  )
  return String(body.data.uuid)
}

/** Zones that somebody answers for, and hosts that resolve: names in `.test` on loopback, over UDP and TCP. */
export async function stageLessees() {
  const resolver = await openNameServer()
  for (const name of ['ns1.test', 'ns2.test', 'hidden.test']) resolver.say(name, 'A', '127.0.0.1')
  const served = new Set<string>()
  const tcp = await openSoaServer(resolver.port, served)
  afterAll(async () => {
    tcp.close()
    await resolver.close()
  })
  const env = { ...resolver.env, SUBLET_DNS_PRIVATE_HOSTS: '127.0.0.1,ns1.test,ns2.test', SUBLET_SANDBOX: '1' }
  const world = await stageWorld({ env })
  return { world, env, resolver, serve: (zone: string) => void served.add(zone) }
}

/** Answers for these zones, and says of others that it does not. */
async function openSoaServer(port: number, zones: ReadonlySet<string>): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (bytes: Buffer) => {
      const question = bytes.subarray(2)
      const labels: string[] = []
      let at = 12
      for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
        labels.push(question.toString('latin1', at + 1, at + 1 + length))
        at += length + 1
      }
      const isKnown = zones.has(labels.join('.'))
      const answer = Buffer.from(question)
      answer.writeUInt16BE(isKnown ? 0x8400 : 0x8005, 2)
      answer.writeUInt16BE(isKnown ? 1 : 0, 6)
      const data = Buffer.concat([Buffer.from([0, 0]), Buffer.alloc(20)])
      const head = Buffer.from([0xc0, 12, 0, 6, 0, 1, 0, 0, 0, 60, 0, data.length])
      const whole = isKnown ? Buffer.concat([answer, head, data]) : answer
      const length = Buffer.alloc(2)
      length.writeUInt16BE(whole.length)
      socket.write(Buffer.concat([length, whole]))
    })
  })
  // Rejected where it cannot: a promise that is never kept would hold up the whole run.
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return server
}
