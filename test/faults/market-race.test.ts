import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { marketInvariants } from '../../src/market/index.ts'
import { makeOffer, type MadeOffer } from '../support/market/market.ts'
import { Crowd } from '../support/market/race-crowd.ts'
import { Witness } from '../support/market/race-witness.ts'
import { reserveIn, type Company } from '../support/market/reservations.ts'
import { freePort } from '../support/server/free-port.ts'
import { Machine, type Env, type Server } from '../support/server/server-process.ts'
import { openWorld, type World } from '../support/world.ts'

/**
 * Sixty-four clients on eight connections race for overlapping blocks of one offer, on real servers. Longer by hand:
 * `RACE_SECONDS=20 npx vitest run test/faults/market-race`.
 */

const seconds = Number(process.env['RACE_SECONDS'] ?? 5)
const patience = (seconds + 60) * 1_000

let machine: Machine
beforeAll(async () => {
  machine = await Machine.open()
})
afterAll(() => machine.close())

/** A market with one offer, the companies that want it, and servers over one database. */
interface Arena {
  readonly world: World
  readonly offer: MadeOffer
  readonly companies: readonly Company[]
  readonly servers: Server[]
  readonly witness: Witness
  /** Settings of each server, so that it can be started again where it was. */
  readonly settings: readonly Env[]
}

async function openArena(servers: number, plant: string = ''): Promise<Arena> {
  const publicUrl = { SUBLET_PUBLIC_URL: 'http://sublet.test' }
  const world = await openWorld({ env: publicUrl })
  const holder = await world.tenant('Holder', 'holder')
  const pricings = [22, 23, 24].map((length) => ({ length, priceMinor: 2 ** (32 - length) }))
  const offer = await makeOffer(world, holder, { block: '45.8.0.0/19', pricings })
  const companies = await Promise.all(Array.from({ length: 8 }, () => world.client()))
  await world.house.pool.query(plant)
  const witness = await Witness.over(world.databaseUrl, offer)
  const shared = { ...publicUrl, DATABASE_URL: world.databaseUrl, SUBLET_DATA_DIR: world.house.config.dataDir }
  const settings = []
  for (let n = 0; n < servers; n++) settings.push({ ...shared, SUBLET_PORT: String(await freePort()) })
  return {
    world,
    offer,
    companies,
    witness,
    settings,
    servers: await Promise.all(settings.map((env) => machine.start(env))),
  }
}

async function closeArena({ world, witness, servers }: Arena): Promise<void> {
  await Promise.all(servers.map((server) => server.end('SIGKILL')))
  await witness.close()
  await world.close()
}

interface Race {
  readonly servers: number
  readonly seconds: number
  /** Seconds between one death of the last server and the next. */
  readonly killEvery?: number
  /** What is broken on purpose; then the race is over at the first finding. */
  readonly plant?: string
}

/** Runs the race, says how it went, and returns what was wrong. */
async function race(name: string, options: Race): Promise<readonly string[]> {
  const arena = await openArena(options.servers, options.plant)
  const { world, witness, offer, companies, servers } = arena
  const crowd = new Crowd(
    offer,
    companies,
    servers.map(({ url }) => url),
  )
  const over = new AbortController()
  const running = crowd.run()
  const killing =
    options.killEvery === undefined ? Promise.resolve(0) : killAgainAndAgain(arena, options.killEvery, over.signal)
  const end = performance.now() + options.seconds * 1_000
  while (performance.now() < end && !(options.plant !== undefined && witness.findings.length > 0)) {
    await witness.look()
    await pause(20)
  }
  over.abort()
  const kills = await killing
  crowd.stop()
  await running
  await witness.judge(crowd)
  const breaches = options.plant === undefined ? await breachesIn(world) : []
  const { reserved, refusals, withdrawn, cut } = crowd
  process.stdout.write(
    `${name}: ${reserved} reserved, ${refusals.length} refused, ${withdrawn} withdrawn, ${kills} kills, ${cut} cut off, ${witness.findings.length} findings\n`,
  )
  await closeArena(arena)
  expect(reserved).toBeGreaterThan(10)
  return [...witness.findings, ...breaches]
}

/** Ends with the server running again. */
async function killAgainAndAgain({ servers, settings }: Arena, every: number, over: AbortSignal): Promise<number> {
  const last = servers.length - 1
  const wait = () => pause(every * 1_000, undefined, { signal: over }).catch(() => undefined)
  await wait()
  for (let kills = 0; ; kills++) {
    if (over.aborted) return kills
    const next = wait()
    await servers[last]?.end('SIGKILL')
    servers[last] = await machine.start(settings[last] ?? {})
    await next
  }
}

async function breachesIn({ ctx }: World): Promise<string[]> {
  const found: string[] = []
  for (const invariant of marketInvariants) found.push(...(await invariant.check(ctx)).breaches)
  return found
}

test('the witness finds what clients were wrongly told, and what nobody was told', async () => {
  const arena = await openArena(0)
  const { world, witness, offer, companies } = arena
  const [company] = companies
  if (!company) throw new Error('there is no company')
  await reserveIn(world)(company, offer, '45.8.4.0/24')
  const now = Date.now() * 1_000
  const refused = (block: string, ...named: string[]) => ({ block, named, sent: now, answered: now + 1_000 })
  await witness.judge({
    refusals: [
      refused('45.8.4.0/24', '45.8.3.0/24', '45.8.5.0/24', '45.8.2.0/24', '45.8.6.0/24'),
      refused('45.8.4.0/24', '45.8.3.0/24', '45.8.5.0/24', '45.8.2.0/24'),
      refused('45.8.8.0/24', '45.8.7.0/24', '45.8.9.0/24', '45.8.6.0/24', '45.8.10.0/24'),
    ],
    held: new Map([['none', '45.8.20.0/24']]),
    troubles: ['500'],
  })
  await closeArena(arena)
  expect(witness.findings).toEqual([
    '500',
    '45.8.4.0/24 is held and nobody knows',
    '45.8.20.0/24 was given and is not held',
    '45.8.4.0/24 was refused and 45.8.3.0/24, 45.8.5.0/24, 45.8.2.0/24 named, at no time truly',
    '45.8.8.0/24 was refused and 45.8.7.0/24, 45.8.9.0/24, 45.8.6.0/24, 45.8.10.0/24 named, at no time truly',
  ])
})

describe('a race for blocks', () => {
  test(
    'on one server gives no block twice, loses none, and tells losers what is free',
    { timeout: patience },
    async () => {
      expect(await race('one server', { servers: 1, seconds })).toEqual([])
    },
  )

  test('on two servers over one database does so, too', { timeout: patience }, async () => {
    expect(await race('two servers', { servers: 2, seconds })).toEqual([])
  })

  test('does so while one of two servers dies every three seconds', { timeout: patience }, async () => {
    const options = { servers: 2, seconds: Math.max(seconds, 8), killEvery: 3 }
    expect(await race('two servers, one dying', options)).toEqual([])
  })

  test('is found out when neither the constraint nor the lock keeps blocks apart', { timeout: patience }, async () => {
    const plant = `
      alter table allocation drop constraint allocation_blocks_apart;
      create or replace function lock_offer(offer uuid) returns void language sql as 'select'`
    expect(await race('two servers, planted bug', { servers: 2, seconds: 10, plant })).not.toEqual([])
  })
})
