import { afterAll, beforeAll, expect, test } from 'vitest'
import { emitAll } from '../../src/kernel/work/events.ts'
import { until } from '../support/http-call.ts'
import { freePort } from '../support/server/free-port.ts'
import { openReceiver } from '../support/server/receiver.ts'
import { Machine, type Server } from '../support/server/server-process.ts'
import { expectVerified, newEndpoint, partPaid } from '../support/webhooks.ts'
import { openWorld, type World } from '../support/world.ts'

/**
 * Every event arrives at least once, those of one subject in their order, though both nodes that send are killed again
 * and again. Larger by hand: `WEBHOOK_KILLS=20 WEBHOOK_EVENTS=10000 npx vitest run test/faults/webhook-death`.
 */

const kills = Number(process.env['WEBHOOK_KILLS'] ?? 2)
const events = Number(process.env['WEBHOOK_EVENTS'] ?? 400)
const subjects = 20
const patience = 120_000 + kills * 60_000

let world: World
let machine: Machine
let receiver: Awaited<ReturnType<typeof openReceiver>>
const servers: Server[] = []
const settings = { SUBLET_SANDBOX: '1', SUBLET_WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' }
beforeAll(async () => {
  machine = await Machine.open()
  receiver = await openReceiver()
  world = await openWorld({ env: settings })
})
afterAll(async () => {
  for (const server of servers) await server.end('SIGKILL')
  await machine.close()
  await world.close()
  await receiver.close()
})

const startNode = async (): Promise<Server> =>
  machine.start({
    ...settings,
    DATABASE_URL: world.databaseUrl,
    SUBLET_DATA_DIR: world.house.config.dataDir,
    SUBLET_RDAP: 'off',
    SUBLET_PORT: String(await freePort()),
  })

/** By subject, in the order in which each arrived for the first time. */
function arrived(): Map<string, number[]> {
  const first = new Map(receiver.received.toReversed().map((one) => [one.headers['webhook-id'], one]))
  const inOrder = receiver.received.filter((one) => first.get(one.headers['webhook-id']) === one)
  const data = inOrder.map(({ body }) => JSON.parse(body).data as { uuid: string; remaining: string })
  const bySubject = Map.groupBy(data, ({ uuid }) => uuid)
  return new Map([...bySubject].map(([uuid, told]) => [uuid, told.map(({ remaining }) => Number(remaining))]))
}

test(
  'every event arrives, in the order of its subject, over kills of two nodes',
  { timeout: 2 * patience },
  async () => {
    const { tenant, secret } = await newEndpoint(world, receiver.url, ['order.*'])
    servers.push(await startNode(), await startNode())
    const rounds = kills + 1
    const each = Math.ceil(events / rounds / subjects)
    for (let round = 0; round < rounds; round++) {
      for (let n = 0; n < each; n++) {
        const news = Array.from({ length: subjects }, (_, subject) => partPaid(tenant, subject, round * each + n))
        await world.change((ctx) => emitAll(ctx, news))
        const undone = world.change(async (ctx) => {
          await emitAll(ctx, [partPaid(tenant, n % subjects, 1_000_000)])
          throw new Error('undone')
        })
        await expect(undone).rejects.toThrow('undone')
      }
      if (round === kills) break
      await until(async () => receiver.received.length > (round * events) / rounds, 'something arrives', patience)
      const [victim] = servers.splice(round % 2, 1)
      await victim?.end('SIGKILL')
      servers.push(await startNode())
    }
    const expected = Array.from({ length: rounds * each }, (_, n) => n)
    const count = () => [...arrived().values()].reduce((sum, told) => sum + told.length, 0)
    await until(async () => count() >= subjects * expected.length, 'everything has arrived', patience)
    for (const one of receiver.received) expectVerified(one, secret)
    expect(arrived().size).toBe(subjects)
    for (const told of arrived().values()) expect(told).toEqual(expected)
  },
)
