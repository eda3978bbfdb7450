import { afterAll, beforeAll, expect, test } from 'vitest'
import { happen, offMarket, quietCompany } from '../support/alerts/alerts.ts'
import { until } from '../support/http-call.ts'
import { headerOf, openMailServer, type MailServer } from '../support/server/mail-server.ts'
import { Machine, type Server } from '../support/server/server-process.ts'
import { openWorld, type World } from '../support/world.ts'

/** A storm is one message and a day is one mail, though servers are killed in the middle of either. */

let world: World
let mail: MailServer
let machine: Machine
const servers: Server[] = []
beforeAll(async () => {
  machine = await Machine.open()
  mail = await openMailServer()
  world = await openWorld({ env: { SUBLET_SANDBOX: '1', SUBLET_PUBLIC_URL: 'http://sublet.test' } })
})
afterAll(async () => {
  for (const server of servers) await server.end('SIGKILL')
  await machine.close()
  await world.close()
  await mail.close()
})

async function start(): Promise<Server> {
  const server = await machine.start({
    SUBLET_SANDBOX: '1',
    SUBLET_PUBLIC_URL: 'http://sublet.test',
    DATABASE_URL: world.databaseUrl,
    SUBLET_DATA_DIR: world.house.config.dataDir,
    SUBLET_SMTP_URL: mail.url,
  })
  servers.push(server)
  return server
}

const numberOf = async (text: string, ...values: unknown[]): Promise<number> =>
  Number((await world.house.pool.query<{ n: string }>(text, values)).rows[0]?.n ?? 0)

/** What a kill has cut off waits until somebody notices; here that is at once. */
async function isQuiet(): Promise<boolean> {
  await world.house.pool.query(
    `update graphile_worker._private_jobs set run_at = now(), locked_at = case when locked_at < now() - interval '20 s'
     then null else locked_at end where id in (select id from graphile_worker._private_jobs
       where run_at > now() and attempts > 0 and locked_by is null for update skip locked)`,
  )
  const waiting = await numberOf(
    `select (select count(*) from outbox_event where tell_at is not null) + (select count(*) from graphile_worker.jobs
       where task_identifier in ('tell_listeners', 'tell_alert', 'send_digests', 'deliver_mail') and attempts < max_attempts) as n`,
  )
  return waiting === 0
}

/** Told apart by their Message-ID: a hand-over that a kill cut short may come again. */
const subjectsTo = (email: string): string[] => {
  const letters = new Map(mail.received.map((one) => [headerOf(one, 'Message-ID'), one]))
  return [...letters.values()].filter(({ to }) => to.includes(email)).map((one) => headerOf(one, 'Subject') ?? '')
}

test('a storm is one message over kills in the middle of it', async () => {
  const tenant = await quietCompany(world)
  const owner = await world.person(tenant, 'owner')
  const heard = () => numberOf(`select coalesce(sum(count), 0) as n from alert where tenant_uuid = $1`, tenant)
  let server = await start()
  const storm = Array.from({ length: 2_000 }, (_, n) => offMarket(tenant, n))
  await happen(world, ...storm)
  for (const least of [1, 600, 1_200]) {
    await until(async () => (await heard()) >= least, `${least} of the storm are heard`)
    await server.end('SIGKILL')
    server = await start()
  }
  await until(isQuiet, 'all is told')
  const { rows } = await world.house.pool.query(
    'select count, told_at is not null as told from alert where tenant_uuid = $1',
    [tenant],
  )
  expect(rows).toEqual([{ count: 2_000, told: true }])
  expect(subjectsTo(owner.email)).toEqual(['2000 blocks are off the market'])
  expect(await numberOf(`select count(*) as n from alert_entry where person_uuid = $1`, owner.uuid)).toBe(1)
  expect(
    await numberOf(`select count(*) as n from outbox_event where type = 'alert.raised' and tenant_uuid = $1`, tenant),
  ).toBe(1)
  await server.end('SIGKILL')
})

test('the mail of a day is one over kills of two servers that send it', async () => {
  const tenant = await world.tenant('Many people')
  const { rows: people } = await world.house.pool.query<{ uuid: string; email: string }>(
    `with made as (insert into person (uuid, email, name, created_at)
       select gen_random_uuid(), 'reader-' || n || '@example.net', 'Reader', now() from generate_series(1, 120) n returning uuid, email),
     members as (insert into membership (tenant_uuid, person_uuid, role, created_at) select $1, uuid, 'member', now() from made),
     choices as (insert into alert_choice (person_uuid, kind, mail) select uuid, 'offers', 'daily' from made)
     select uuid, email from made`,
    [tenant],
  )
  await happen(world, offMarket(tenant, 1))
  await world.runJobs()
  await world.travel('1 day')
  const sent = () => numberOf(`select count(*) as n from alert_digest`)
  const ask = () => world.house.pool.query(`select graphile_worker.add_job('send_digests', '{}')`)
  let [one, two] = [await start(), await start()]
  for (let n = 0; n < 4; n++) await ask()
  await until(async () => (await sent()) > 0, 'the first of them')
  await one.end('SIGKILL')
  await two.end('SIGKILL')
  const first = await sent()
  ;[one, two] = [await start(), await start()]
  for (let n = 0; n < 4; n++) await ask()
  await until(isQuiet, 'all are sent')
  process.stdout.write(`${first} of ${people.length} were written when both servers were killed\n`)
  expect(await sent()).toBe(people.length)
  expect(people.map(({ email }) => subjectsTo(email))).toEqual(
    people.map(() => ['Daily summary: 1 notification, 1 critical']),
  )
})
