import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../support/http-call.ts'
import { fitAsn } from '../support/market/letters.ts'
import { openKrill, type KrillStandin } from '../support/registries/krill-standin.ts'
import { openRouting, routingSettings } from '../support/registries/stage.ts'
import { freePort } from '../support/server/free-port.ts'
import { Gate } from '../support/server/gate.ts'
import { Machine, type Server } from '../support/server/server-process.ts'
import { openWorld, type World } from '../support/world.ts'

/** A server is killed at each step of making a ROA and of removing it: another goes on, and the registry is told once. */

let world: World
let machine: Machine
let krill: KrillStandin
let stage: Awaited<ReturnType<typeof openRouting>>
let server: Server
beforeAll(async () => {
  machine = await Machine.open()
  krill = await openKrill({ roas: [{ asn: 64_496, prefix: '45.67.255.0/24', comment: 'by hand' }] })
  world = await openWorld({ env: routingSettings })
  stage = await openRouting(world)
  await stage.connect(krill.wish())
  server = await startNode()
})
afterAll(async () => {
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

interface Obstacle {
  /** Somebody is there now. */
  reached(): Promise<void>
  remove(): Promise<void>
}

const inDatabase = (when: string, condition: string) => async (): Promise<Obstacle> => {
  const gate = await Gate.close(world, when, condition)
  return { reached: () => gate.reached(condition), remove: () => gate.open() }
}

const moves = (from: string, to: string) =>
  inDatabase('before update on routing_object', `old.status = '${from}' and new.status = '${to}'`)

const atRegistry = (trouble: 'silence' | 'silence after the effect', method: string) => async (): Promise<Obstacle> => {
  krill.standin.troubles(trouble, method)
  return {
    reached: async () => void (await until(async () => !krill.standin.isTroubled, 'the registry is asked')),
    remove: async () => undefined,
  }
}

const holds = (is: 'taken' | 'let go') =>
  inDatabase(
    'before update on routing_connector',
    is === 'taken'
      ? 'old.held_by is null and new.held_by is not null'
      : 'old.held_by is not null and new.held_by is null',
  )

/** The time for which a killed server held the connector is over, and the minute in which somebody looks has passed. */
const pass = () =>
  world.house.pool.query(`update routing_connector set held_until = now() - interval '1 s' where held_until is not null;
    update routing_connector set rests_until = null where rests_until is not null;
    select graphile_worker.add_job('wake_forgotten_connectors', job_key := 'hurry')`)

async function killedAt(obstruct: () => Promise<Obstacle>, work: () => Promise<unknown>): Promise<void> {
  const obstacle = await obstruct()
  await work()
  await obstacle.reached()
  await server.end('SIGKILL')
  await obstacle.remove()
  server = await startNode()
  await pass()
}

const roa = (block: string) => `${block}-24 => ${fitAsn}`
const isThere = (block: string) => krill.roas().includes(roa(block))

const statusOf = async (block: string) =>
  (await stage.objects(`&within=${block}&status[]=made&status[]=gone`)).map((line) => line.split(' ')[0])

const settled = (block: string, status: string) =>
  until(async () => (await statusOf(block)).join() === status, `${block} is ${status}`)

test.each([
  ['plans what a letter needs', inDatabase('before insert on routing_object', 'true')],
  ['takes the connector', holds('taken')],
  ['reads what is there', atRegistry('silence', 'GET')],
  ['writes that it is about to send', moves('wanted', 'sending')],
  ['sends, and nothing has arrived', atRegistry('silence', 'POST')],
  ['sends, and it has arrived', atRegistry('silence after the effect', 'POST')],
  ['writes that it was made', moves('sending', 'made')],
  ['lets the connector go', holds('let go')],
] as const)('killed when it %s', async (_step, obstruct) => {
  const { deltas } = krill.count
  let block = ''
  await killedAt(obstruct, async () => {
    block = (await stage.bought()).block
  })
  await settled(block, 'made')
  expect([isThere(block), krill.count.deltas - deltas, krill.count.foreignTouched]).toEqual([true, 1, 0])
})

test.each([
  ['writes that it is about to remove', moves('ending', 'removing')],
  ['removes, and nothing has arrived', atRegistry('silence', 'POST')],
  ['removes, and it has arrived', atRegistry('silence after the effect', 'POST')],
  ['writes that it is gone', moves('removing', 'gone')],
] as const)('killed when it %s', async (_step, obstruct) => {
  const letter = await stage.bought()
  await settled(letter.block, 'made')
  const { deltas } = krill.count
  await killedAt(obstruct, letter.revoke)
  await settled(letter.block, 'gone')
  expect([isThere(letter.block), krill.count.deltas - deltas, krill.count.foreignTouched]).toEqual([false, 1, 0])
})
