import { createServer, type AddressInfo, type Server as Listener, type Socket } from 'node:net'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cloneDatabase, eyesOn, type TestDatabase } from '../support/database.ts'
import { until } from '../support/http-call.ts'
import { Machine, type Server } from '../support/server/server-process.ts'

/** A mail server that hangs holds up mail, each for its time, and nothing else. */

const mails = 60

let machine: Machine
let database: TestDatabase
let pool: pg.Pool
let listener: Listener
let server: Server
const sockets = new Set<Socket>()
beforeAll(async () => {
  machine = await Machine.open()
})
beforeEach(async () => {
  database = await cloneDatabase()
  pool = eyesOn(database.url, 2)
})
afterEach(async () => {
  await server.end('SIGKILL')
  for (const socket of sockets) socket.destroy()
  listener.close()
  await pool.end()
  await database.drop()
})
afterAll(() => machine.close())

/** Says what SMTP servers say to each line, and to the line after the last one nothing at all. */
async function listen(lines: readonly string[]): Promise<string> {
  listener = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    const answers = lines.values()
    const say = (): void => {
      const { value } = answers.next()
      if (value !== undefined) socket.write(`${value}\r\n`)
    }
    say()
    socket.on('data', say)
  })
  await new Promise<void>((resolve) => void listener.listen(0, '127.0.0.1', resolve))
  return `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`
}

const servers = [
  { name: 'accepts and never speaks', lines: [], failure: 'Greeting never received' },
  {
    name: 'stops after DATA',
    lines: ['220 mail.example ready', '250 mail.example', '250 sender fine', '250 recipient fine', '354 go ahead'],
    failure: 'Timeout',
  },
]

/** What a node does by the minute. */
const dueWork = ['seal_audit_log', 'release_lapsed_holds', 'renew_subscriptions', 'recover_checkouts', 'expire_orders']

const left = async (...names: string[]): Promise<number> =>
  (await pool.query('select from graphile_worker.jobs where task_identifier = any($1)', [names])).rowCount ?? 0

describe.each(servers)('a mail server that $name', ({ lines, failure }) => {
  it('holds up no renewal, release, recovery or sealing, and mail no longer than its time', async () => {
    const SUBLET_SMTP_URL = await listen(lines)
    server = await machine.start({ DATABASE_URL: database.url, SUBLET_DATA_DIR: machine.newFolder(), SUBLET_SMTP_URL })
    await pool.query(
      `with written as (
         insert into mail (uuid, recipient, subject, body, status, created_at)
         select gen_random_uuid(), 'ann@example.net', 'Hello', 'Hello', 'queued', now() from generate_series(1, $1)
         returning uuid)
       select graphile_worker.add_job('deliver_mail', json_build_object('uuid', uuid)) from written`,
      [mails],
    )
    await until(async () => sockets.size >= 2, 'mails that hang')
    await pool.query('select graphile_worker.add_job(name) from unnest($1::text[]) name', [dueWork])
    const { ms } = await until(async () => (await left(...dueWork)) === 0, 'due work done')
    process.stdout.write(`due work done after ${Math.round(ms)} ms beside ${await left('deliver_mail')} mails\n`)
    expect(await left('deliver_mail')).toBe(mails)
    const failed = `select failure from mail where status = 'failed'`
    await until(async () => ((await pool.query(failed)).rowCount ?? 0) >= 2, 'mails that failed')
    expect((await pool.query<{ failure: string }>(failed)).rows[0]?.failure).toBe(failure)
    // They stay, to be tried again.
    expect(await left('deliver_mail')).toBe(mails)
  })
})
