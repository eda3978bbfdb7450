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
 * `ROUTING_LETTERS=1000 ROUTING_KILLS=20 npx vitest run test/faults/routing-death`.
 */

const wanted = Number(process.env['ROUTING_LETTERS'] ?? 24)
const kills = Number(process.env['ROUTING_KILLS'] ?? 2)
/** A letter is revoked after so many others were bought: most of their ROAs are made by then. */
const lag = Math.min(20, Math.ceil(wanted / 4))
const patience = 180_000 + kills * 60_000 + wanted * 2_000

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

/** What has a fault rests, and is looked at each minute; the test does neither. */
const hurry = () =>
  world.house.pool.query(`update routing_connector set rests_until = null where rests_until is not null;
    select graphile_worker.add_job('wake_forgotten_connectors', job_key := 'hurry')`)

const troubles = ['lost answer', 'no answer', { status: 500 }] as const

/** The registry and a node, in whatever they are doing. */
async function strike(which: number): Promise<void> {
  await krill.standin.kill()
  await servers.splice(which % 2, 1)[0]?.end('SIGKILL')
  await krill.standin.open()
  servers.push(await startNode())
  await announce(world)
}

test('the CA has what live letters need, and what it had', { timeout: 2 * patience }, async () => {
  const stage = await openRouting(world, { apart: 24 })
  await stage.connect(krill.wish())
  const before = krill.roas()
  servers.push(await startNode(), await startNode())
  const share = Math.ceil(wanted / (kills + 1))
  const began = performance.now()
  const live: Awaited<ReturnType<typeof stage.bought>>[] = []
  for (let n = 0; n < wanted; n++) {
    if (!krill.standin.isTroubled) krill.standin.troubles(troubles[n % 3] ?? 'no answer')
    live.push(await stage.bought())
    if (n % 2 === 1 && live.length > lag) await live.shift()?.revoke()
    await hurry()
    if (n % share === share - 1 && n + 1 < wanted) await strike(n)
  }
  for (const letter of live.splice(0, live.length - Math.floor(wanted / 2))) await letter.revoke()
  const expected = [...before, ...live.map(({ block }) => `${block}-24 => ${fitAsn}`)].toSorted()
  await until(
    async () => {
      await hurry()
      return krill.roas().join() === expected.join()
    },
    'the CA has exactly what it should',
    patience,
  )
  const { rows } = await world.house.pool.query<{ status: string; n: number }>(
    'select status, count(*)::int as n from routing_object group by 1 order by 1',
  )
  const seconds = ((performance.now() - began) / 1_000).toFixed(0)
  const { deltas, foreignTouched } = krill.count
  process.stdout.write(
    `${wanted} letters, ${wanted - live.length} revoked, ${kills} kills of a node and of the registry, ${seconds} s: ` +
      `${krill.roas().length} ROAs, ${before.length} of them from before; ${deltas} changes, ${foreignTouched} foreign ` +
      `touched; ${rows.map(({ status, n }) => `${n} ${status}`).join(', ')}\n`,
  )
  expect(foreignTouched).toBe(0)
})
