import { afterAll, beforeAll, expect, test } from 'vitest'
import { fitAsn } from '../support/market/letters.ts'
import { until } from '../support/http-call.ts'
import { openKrill, type KrillStandin } from '../support/registries/krill-standin.ts'
import { announce, openRouting, routingSettings } from '../support/registries/stage.ts'
import { freePort } from '../support/server/free-port.ts'
import { Machine, type Server } from '../support/server/server-process.ts'
import { openWorld, type World } from '../support/world.ts'

/**
 * Letters made and revoked while nodes and the registry are killed: in the end the CA has the ROAs of live letters and
 * those it had before, and not one of others was touched. Larger by hand:
 * `ROUTING_LETTERS=1000 ROUTING_KILLS=20 npx vitest run --project faults routing-death`.
 */

const wanted = Number(process.env['ROUTING_LETTERS'] ?? 24)
const kills = Number(process.env['ROUTING_KILLS'] ?? 2)
const patience = 180_000 + kills * 60_000 + wanted * 1_000

let world: World
let machine: Machine
let krill: KrillStandin
const servers: Server[] = []
const foreign = [
  { asn: 0, prefix: '45.64.0.0/14', max_length: 24 },
  { asn: 64_496, prefix: '45.67.255.0/24', comment: 'by hand' },
]
beforeAll(async () => {
  machine = await Machine.open()
  krill = await openKrill({ roas: foreign })
  world = await openWorld({ env: routingSettings })
})
afterAll(async () => {
  for (const server of servers) await server.end('SIGKILL')
  await machine.close()
  await world.close()
  await krill.standin.kill()
})

const startNode = async (): Promise<Server> =>
  machine.start({
    ...routingSettings,
    DATABASE_URL: world.databaseUrl,
    SUBLET_DATA_DIR: world.house.config.dataDir,
    SUBLET_RDAP: 'off',
    SUBLET_PORT: String(await freePort()),
  })

test('the CA has what live letters need, and what it had', { timeout: 2 * patience }, async () => {
  const stage = await openRouting(world)
  await stage.connect(krill.wish())
  const before = krill.roas()
  servers.push(await startNode(), await startNode())
  const live: string[] = []
  const rounds = kills + 1
  for (let round = 0; round < rounds; round++) {
    for (let n = 0; n < Math.ceil(wanted / rounds); n++) {
      krill.standin.troubles(n % 3 === 0 ? 'lost answer' : n % 3 === 1 ? 'no answer' : { status: 500 })
      const letter = await stage.bought()
      if (n % 2 === 0) live.push(`${letter.block}-24 => ${fitAsn}`)
      else await letter.revoke()
      // What has a fault rests; the test does not.
      await world.house.pool.query('update routing_connector set rests_until = null')
    }
    if (round === kills) break
    await krill.standin.kill()
    const [victim] = servers.splice(round % 2, 1)
    await victim?.end('SIGKILL')
    await krill.standin.open()
    servers.push(await startNode())
    await announce(world)
  }
  const expected = [...before, ...live].toSorted()
  await until(
    async () => {
      await world.house.pool.query('update routing_connector set rests_until = null')
      return krill.roas().join() === expected.join()
    },
    'the CA has exactly what it should',
    patience,
  )
  expect(krill.count.foreignTouched).toBe(0)
})
