import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../support/http-call.ts'
import { makeOffer } from '../support/market/market.ts'
import { recheck, type Client } from '../support/market/offers.ts'
import { saved, toldTo } from '../support/market/saved-searches.ts'
import { mailTo } from '../support/server/mailbox.ts'
import { freePort } from '../support/server/free-port.ts'
import { Gate } from '../support/server/gate.ts'
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

test.each(places)('killed while %s', async (name, when, condition) => {
  const n = places.findIndex(([place]) => place === name)
  const offer = await makeOffer(world, holder.tenant, { block: `45.8.${n}.0/24`, status: 'validity_pending' })
  await recheck(world, holder, offer.uuid)
  await sql(`update saved_search set told_at = null`)
  const gate = await Gate.close(world, when, condition)
  const server = await machine.start(env)
  await sql(`select graphile_worker.add_job('look_for_searchers')`)
  await gate.reached(name)
  await server.end('SIGKILL')
  await gate.open()

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
