import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPostgres } from '../../src/kernel/postgres/index.ts'
import { demoFolder } from '../support/server/demo-folder.ts'
import { call, until } from '../support/http-call.ts'
import { demoCredentials, Machine, postmasterOf, type Server } from '../support/server/server-process.ts'

/**
 * PostgreSQL is killed under jobs, again and again: the server stays, and whatever was taken begins anew. Larger by hand:
 * `DEATH_JOBS=2000 DEATH_KILLS=40 npx vitest run test/faults/job-death`.
 */

const queued = Number(process.env['DEATH_JOBS'] ?? 400)
const kills = Number(process.env['DEATH_KILLS'] ?? 6)
const patience = 120_000 + kills * 30_000

let machine: Machine
let dataDir: string
let server: Server
let tenant: string
beforeAll(async () => {
  machine = await Machine.open()
  dataDir = await demoFolder(machine)
  server = await machine.start({ SUBLET_DATA_DIR: dataDir })
  tenant = (await demoCredentials(dataDir)).tenant
})
afterAll(() => machine.close())

/** Asked until PostgreSQL is there to answer, once it has been killed; so only what may be asked twice. */
async function asked<R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
  const ask = async () => {
    const found = await findPostgres(dataDir)
    const client = new pg.Client({ connectionString: found?.url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.query<R>(text, values)).rows
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  const answer = async () => {
    if (!server.isRunning) throw new Error(`the server has ended:\n${server.err.slice(-2_000)}`)
    return ask().catch(() => null)
  }
  return (await until(answer, text)).value
}

const numberOf = async (text: string): Promise<number> => (await asked<{ n: number }>(text))[0]?.n ?? 0

const waiting = () =>
  numberOf(`select (select count(*) from outbox_event where tell_at is not null)::int + (select count(*) from graphile_worker.jobs
    where task_identifier in ('deliver_mail', 'release_lapsed_holds', 'tell_listeners') and attempts < max_attempts)::int as n`)

const kept = () => numberOf(`select count(*)::int as n from mail where subject like '%"Doomed%' and status = 'kept'`)

/** So many news, each of which becomes one mail and the job that hands it over; and some work that needs no mail. */
async function add(from: number, to: number): Promise<void> {
  await asked(
    `with news as (
       insert into outbox_event (uuid, tenant_uuid, type, data, happened_at, tell_at)
       select md5('doomed ' || i)::uuid, $1::uuid, 'app_key.created',
         jsonb_build_object('uuid', md5('key ' || i)::uuid, 'name', 'Doomed ' || i, 'scopes', '[]'::jsonb), now(), now()
       from generate_series($2::int, $3::int) i on conflict do nothing returning 1)
     select graphile_worker.add_job(name) from (select count(*) from news) counted,
       unnest(array_fill('release_lapsed_holds'::text, array[50]) || array['tell_listeners']) name`,
    [tenant, from, to],
  )
}

test('PostgreSQL killed under jobs: the server stays, every job is done', { timeout: 4 * patience }, async () => {
  const owners = await numberOf(
    `select count(*)::int as n from membership where tenant_uuid = '${tenant}' and role = 'owner'`,
  )
  let added = 0
  for (let killed = 0; killed < kills; killed++) {
    const wanted = added + Math.max(50, queued - (await waiting()))
    await add(added + 1, wanted)
    added = wanted
    const before = await kept()
    await until(async () => (await kept()) > before, 'jobs under way')
    await pause(Math.random() * 200)
    process.kill((await postmasterOf(dataDir)) ?? 0, 'SIGKILL')
  }
  await until(
    async () => {
      // Those that failed wait longer and longer; here they are due at once.
      await asked(`update graphile_worker._private_jobs set run_at = now() where locked_by is null and run_at > now()`)
      return (await waiting()) === 0
    },
    'every job done',
    patience,
  )
  process.stdout.write(`${added} mails, ${kills} kills\n`)
  expect([await kept(), await numberOf(`select count(*)::int as n from mail where subject like '%"Doomed%'`)]).toEqual([
    added * owners,
    added * owners,
  ])
  await until(async () => (await call('GET', `${server.url}/readyz`)).status === 200, 'ready')
  expect(server.isRunning).toBe(true)
})
