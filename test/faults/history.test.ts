import { afterAll, beforeAll, expect, test } from 'vitest'
import { Buyer } from '../support/history/buyer.ts'
import { Caller } from '../support/history/caller.ts'
import { makeCast, type Cast } from '../support/history/cast.ts'
import { KeyKeeper, NoteTaker, Pricer, Reader, registersOf, type Client } from '../support/history/clients.ts'
import { countEffects } from '../support/history/effects.ts'
import { Ground } from '../support/history/ground.ts'
import { History, summaryOf, type Kill } from '../support/history/history.ts'
import { judge } from '../support/history/judge.ts'
import { oneOf, seeded, type Random } from '../support/history/random.ts'
import { until } from '../support/http-call.ts'
import { Machine } from '../support/server/server-process.ts'

/**
 * Two nodes and their PostgreSQL are killed again and again while companies work. Whatever was acknowledged is there,
 * once; whoever asks again under the same key is told what the first request did; reads never go back; no server ends by
 * itself, and no answer is worse than 503. In full:
 * `HISTORY_OPERATIONS=40000 HISTORY_KILLS=80 npx vitest run test/faults/history.test`.
 */

const operations = Number(process.env['HISTORY_OPERATIONS'] ?? 600)
const kills = Number(process.env['HISTORY_KILLS'] ?? 6)
const seed = Number(process.env['HISTORY_SEED'] ?? 20_260_701)

/** Far more than it takes: it bounds a run that hangs. */
const patience = 900_000 + 100 * operations + 60_000 * kills

let machine: Machine
beforeAll(async () => {
  machine = await Machine.open()
})
afterAll(() => machine.close())

function clientsOf(cast: Cast, caller: Caller, random: () => Random): Client[] {
  return [
    ...cast.shoppers.map((who) => new Buyer(caller, random(), who)),
    ...cast.noters.map((who) => new NoteTaker(caller, random(), who)),
    ...cast.traders.map((who) => new Pricer(caller, random(), who)),
    ...cast.owners.map((who) => new KeyKeeper(caller, random(), who)),
    ...Array.from({ length: 4 }, () => new Reader(caller, random(), cast)),
  ]
}

const kinds: readonly Kill[] = ['server', 'postmaster', 'backend', 'connection']

/** The first ones are of each kind; so many operations lie between two, as if somebody had shared them out. */
async function killAgainAndAgain(ground: Ground, history: History, random: Random, over: AbortSignal): Promise<void> {
  for (let n = 0; n < kills; n++) {
    const wanted = Math.floor((operations * (n + 1)) / (kills + 1))
    await until(async () => over.aborted || history.operations.length >= wanted, 'more operations', patience)
    if (over.aborted) return
    await ground.kill(kinds[n] ?? oneOf(random, kinds) ?? 'server', random)
  }
}

/** What was left half done by those who were killed is finished by those who came after. */
const settled = (ground: Ground) =>
  until(async () => {
    const [row] = await ground.query<{
      n: number
    }>(`select (select count(*) from payment where status = 'started')::int
        + (select count(*) from cart where status = 'checkout')::int as n`)
    return row?.n === 0
  }, 'every payment settled')

test('nothing is lost, nothing happens twice, and every repetition is answered', { timeout: patience }, async () => {
  const begun = performance.now()
  const history = new History()
  const ground = await Ground.open(machine, history)
  const world = await ground.openWorld()
  const cast = await makeCast(world)
  await world.close()
  await ground.startNodes()

  let streams = 0
  const random = () => seeded(seed + ++streams)
  const caller = new Caller(history, ground.urls, random())
  const over = AbortSignal.timeout(patience - 300_000)
  const spared = new AbortController()
  const killed = killAgainAndAgain(ground, history, random(), over).finally(() => spared.abort())
  const isOver = () => over.aborted || (spared.signal.aborted && history.operations.length >= operations)
  const works = async (client: Client): Promise<void> => {
    while (!isOver()) await client.step()
  }
  await Promise.all([killed, ...clientsOf(cast, caller, random).map(works)])
  for (const wish of registersOf(cast)) await caller.perform(wish)
  caller.close()

  await settled(ground)
  const counted = await ground.withClient(countEffects)
  const audit = await machine.command(['audit'], ground.settings[0] ?? {})
  await ground.close()
  const findings = judge(history, counted)
  if (audit.code !== 0) findings.push(`audit: ${audit.out}${audit.err}`)
  process.stdout.write(`${summaryOf(history, findings, seed, (performance.now() - begun) / 1_000)}\n`)
  expect(findings).toEqual([])
  expect(history.operations.length).toBeGreaterThanOrEqual(operations)
  expect(history.kills).toHaveLength(kills)
})
