import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, call, until } from '../support/http-call.ts'
import { makeLetter } from '../support/market/made-letters.ts'
import { makeLease, makeOffer } from '../support/market/market.ts'
import { headerOf, openMailServer, type MailServer } from '../support/server/mail-server.ts'
import { openReceiver, type Receiver } from '../support/server/receiver.ts'
import { Machine, signIn } from '../support/server/server-process.ts'
import { expectVerified, newEndpoint } from '../support/webhooks.ts'
import { openWorld, password, type World } from '../support/world.ts'

/** A hijack in an imported table reaches the lessee's inbox, mail and webhook, once, and soon after the import has ended. */

const programs = { SUBLET_SANDBOX: '1', SUBLET_WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' }

let world: World
let mail: MailServer
let receiver: Receiver
let machine: Machine
beforeAll(async () => {
  machine = await Machine.open()
  mail = await openMailServer()
  receiver = await openReceiver()
  world = await openWorld({ env: programs })
})
afterAll(async () => {
  await machine.close()
  await world.close()
  await mail.close()
  await receiver.close()
})

const table = (...routes: string[]): string =>
  `% This file was generated at ${new Date().toUTCString()}\n%\n${routes.map((route) => `${route}\t300\n`).join('')}`

test('a hijack is told within seconds of the import’s end, once', async () => {
  const holder = await world.tenant('Holder', 'holder')
  const { tenant: lessee, secret } = await newEndpoint(world, receiver.url, ['alert.*'])
  const offer = await makeOffer(world, holder, { block: '45.8.0.0/22' })
  await makeLetter(world, (await makeLease(world, offer, lessee, '45.8.1.0/24')).uuid)
  await world.runJobs()
  const { email } = await world.person(lessee, 'owner')
  const env = {
    DATABASE_URL: world.databaseUrl,
    SUBLET_DATA_DIR: world.house.config.dataDir,
    SUBLET_SMTP_URL: mail.url,
    ...programs,
  }
  const server = await machine.start(env)
  const headers = await signIn(server.url, email, password)
  const inbox = async () =>
    (bodyOf(await call('GET', `${server.url}/portal/me/notifications`, { headers })) as { data: { title: string }[] })
      .data
  const mailed = () => mail.received.filter(({ to }) => to.includes(email))
  const bring = async (...routes: string[]): Promise<number> => {
    const file = join(machine.folder, 'table.txt')
    await writeFile(file, table(...routes))
    expect(await machine.command(['import', 'riswhois', file, '--force'], env)).toMatchObject({ code: 0, err: '' })
    const { rows } = await world.house.pool.query<{ at: Date }>('select max(ended_at) as at from network_import')
    return (rows[0]?.at ?? new Date()).getTime()
  }
  const isQuiet = async () =>
    (
      await world.house.pool.query(
        `select from outbox_event where tell_at is not null union all select from graphile_worker.jobs
         where task_identifier in ('walk_prefixes', 'tell_of_health', 'tell_listeners', 'tell_alert', 'deliver_mail', 'send_to_endpoint')`,
      )
    ).rowCount === 0

  await bring('64500\t45.8.1.0/24')
  await until(isQuiet, 'the lawful table is looked at')
  expect([await inbox(), mailed()]).toEqual([[], []])

  const ended = await bring('64500\t45.8.1.0/24', '64666\t45.8.1.0/24')
  await until(async () => (await inbox()).length > 0, 'it is in the inbox')
  const inInbox = Date.now() - ended
  await until(async () => mailed().length > 0, 'it is mailed')
  const inMail = Date.now() - ended
  await until(async () => receiver.received.length > 0, 'its program is told')
  const inHook = Date.now() - ended
  process.stdout.write(
    `in the inbox ${inInbox} ms, mailed ${inMail} ms and by webhook ${inHook} ms after the import's end\n`,
  )
  await until(isQuiet, 'nothing more comes')
  expect(await inbox()).toMatchObject([{ title: '45.8.1.0/24: routing is critical', severity: 'critical' }])
  expect(mailed().map((one) => headerOf(one, 'Subject'))).toEqual(['45.8.1.0/24: routing is critical'])
  for (const one of receiver.received) expectVerified(one, secret)
  expect(receiver.received.map(({ body }) => JSON.parse(body))).toMatchObject([
    { type: 'alert.raised', data: { title: '45.8.1.0/24: routing is critical', severity: 'critical' } },
  ])
})
