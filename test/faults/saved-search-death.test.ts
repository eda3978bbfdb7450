import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../support/http-call.ts'
import { makeOffer } from '../support/market/market.ts'
import { recheck, type Client } from '../support/market/offers.ts'
import { saved, toldTo } from '../support/market/saved-searches.ts'
import { mailTo } from '../support/server/mailbox.ts'
import { freePort } from '../support/server/free-port.ts'
import { Machine, type Env } from '../support/server/server-process.ts'
import { openWorld, type World } from '../support/world.ts'

/** A server is killed while it compares, while it tells and while it mails: each block is told and mailed once. */

let world: World
let machine: Machine
let env: Env
let holder: Client
let searcher: { readonly tenant: string; readonly email: string; readonly search: string }
beforeAll(async () => {
  machine = await Machine.open()
  world = await openWorld({ env: { SUBLET_PUBLIC_URL: 'http://sublet.test' } })
  holder = await world.client()
  const tenant = await world.tenant('Searchers')
  const { email, cookie } = await world.person(tenant)
  searcher = { tenant, email, search: await saved(world, { tenant, bearer: cookie as never }, 'A /24') }
  env = {
    SUBLET_PUBLIC_URL: 'http://sublet.test',
    DATABASE_URL: world.databaseUrl,
    SUBLET_DATA_DIR: world.house.config.dataDir,
    SUBLET_PORT: String(await freePort()),
  }
})
afterAll(async () => {
  await machine.close()
  await world.close()
})

const sql = (text: string) => world.house.pool.query(text)

/** Whoever comes to that place waits until the lock is free, and is killed meanwhile. */
const places = [
  ['comparing', 'before insert on saved_search_match', 'true'],
  ['telling', 'before update on saved_search', 'old.untold > 0 and new.untold = 0'],
  ['mailing', 'before insert on mail', `new.topic = 'searches'`],
] as const

async function gate(when: string, condition: string): Promise<{ open: () => Promise<void> }> {
  const table = when.split(' ').at(-1) ?? ''
  await sql(`create or replace function wait_at_gate() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(4711); return new; end $$`)
  await sql(`create trigger gate ${when} for each row when (${condition}) execute function wait_at_gate()`)
  const keeper = new pg.Client({ connectionString: world.databaseUrl })
  await keeper.connect()
  await keeper.query('select pg_advisory_lock(4711)')
  return {
    open: async () => {
      await keeper.end()
      await until(async () => (await waitingAtGate()) === 0, 'nobody at the gate')
      await sql(`drop trigger gate on ${table}`)
    },
  }
}

const waitingAtGate = async (): Promise<number> =>
  (await sql(`select count(*)::int as n from pg_locks where locktype = 'advisory' and objid = 4711 and not granted`))
    .rows[0].n

test.each(places)('killed while %s', async (name, when, condition) => {
  const n = places.findIndex(([place]) => place === name)
  const offer = await makeOffer(world, holder.tenant, { block: `45.8.${n}.0/24`, status: 'validity_pending' })
  await recheck(world, holder, offer.uuid)
  await sql(`update saved_search set told_at = null`)
  const { open } = await gate(when, condition)
  const server = await machine.start(env)
  await sql(`select graphile_worker.add_job('look_for_searchers')`)
  await until(async () => (await waitingAtGate()) > 0, `a server at the gate, ${name}`)
  await server.end('SIGKILL')
  await open()

  const next = await machine.start(env)
  await sql(`select graphile_worker.add_job('look_for_searchers')`)
  const letters = async () =>
    (await mailTo(world, searcher.email)).filter(({ subject }) => subject.startsWith('A /24:'))
  await until(async () => (await letters()).length > n, 'the mail')
  await sql(`update saved_search set told_at = null`)
  await sql(`select graphile_worker.add_job('look_for_searchers')`)
  const left = `select count(*)::int as n from graphile_worker.jobs where task_identifier = 'look_for_searchers' and attempts = 0`
  await until(async () => (await sql(left)).rows[0].n === 0, 'another look')
  await next.end()
  expect((await letters()).map(({ subject }) => subject)).toEqual(
    places.slice(0, n + 1).map((_, i) => `A /24: 45.8.${i}.0/24 on the market`),
  )
  expect((await toldTo(world, searcher.search)).map(({ count }) => count)).toEqual(places.slice(0, n + 1).map(() => 1))
})
