import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPostgres } from '../../src/kernel/postgres/index.ts'
import { cloneDatabase } from '../support/database.ts'
import { headerOf, openMailServer } from '../support/server/mail-server.ts'
import {
  bearer,
  demoCredentials,
  type Finished,
  Machine,
  postmasterOf,
  root,
  type Server,
} from '../support/server/server-process.ts'

/** The command line as people and scripts use it: beside a running server, and without one. */

const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/)
const word = expect.stringMatching(/^[A-Za-z0-9_-]+$/)

let machine: Machine
let dataDir: string

const sublet = (...args: string[]): Promise<Finished> => machine.command(args, { SUBLET_DATA_DIR: dataDir })

/** What a command that must succeed prints with --json. */
async function json(...args: string[]): Promise<unknown> {
  const finished = await sublet(...args, '--json')
  expect(finished).toMatchObject({ code: 0, err: '' })
  return JSON.parse(finished.out)
}

/** What a command that must fail says: one or a few lines, never a stack. */
async function failure(...args: string[]): Promise<string> {
  const { code, out, err } = await sublet(...args)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).not.toMatch(/^\s+at /m)
  return err.trim()
}

interface Tenant {
  readonly uuid: string
  readonly role: string
}

/** Every command once, each result checked; `lessee` is a company to work with. */
async function everyCommand(lessee: string): Promise<void> {
  const shape = { uuid, customer_number: expect.any(Number), status: 'active' }
  const made = (await json('tenant', 'create', '--title', 'New Co', '--role', 'holder')) as Tenant
  expect(made).toEqual({ ...shape, title: 'New Co', role: 'holder' })
  expect(await json('tenant', 'suspend', made.uuid, '--reason', 'test')).toMatchObject({ status: 'suspended' })
  expect((await sublet('tenant', 'restore', made.uuid)).out).toBe('New Co is active.\n')
  const person = ['--email', `a${made.uuid}@example.net`, '--name', 'Ann']
  expect(await json('user', 'create', '--tenant', made.uuid, ...person)).toMatchObject({ uuid, password: word })
  const reset = await json('user', 'reset-factors', `A${made.uuid}@example.net`)
  expect(reset).toEqual({ uuid, email: `a${made.uuid}@example.net` })
  const scopes = ['billing', 'ecommerce:read']
  const key = await json('key', 'create', '--tenant', lessee, '--name', 'K', '--scopes', scopes.join(' '))
  expect(key).toEqual({ client_id: word, client_secret: word, scopes })
  const { client_id: id } = key as { client_id: string }
  expect(await json('key', 'rotate', id)).toEqual({ client_id: id, client_secret: word, scopes })
  expect(await json('key', 'list', '--tenant', lessee)).toContainEqual(expect.objectContaining({ client_id: id }))
  expect((await sublet('key', 'list', '--tenant', lessee)).out).toContain(id)
  expect(await json('key', 'allow', id, '203.0.113.7,::ffff:198.51.100.0/120', '2001:db8::/32')).toEqual({
    client_id: id,
    allowed_addresses: ['203.0.113.7', '198.51.100.0/24', '2001:db8::/32'],
  })
  expect((await sublet('key', 'allow', id)).out).toBe(`${id} may be used from anywhere.\n`)
  const here = ['--scopes', 'billing', '--allow', '192.0.2.1', '2001:db8::1']
  const guarded = (await json('key', 'create', '--tenant', lessee, '--name', 'G', ...here)) as { client_id: string }
  expect(await json('key', 'list', '--tenant', lessee)).toContainEqual(
    expect.objectContaining({ client_id: guarded.client_id, allowed_addresses: ['192.0.2.1', '2001:db8::1'] }),
  )
  expect(await json('key', 'revoke', id)).toMatchObject({ client_id: id, revoked_at: expect.any(String) })
  expect(await json('signing-key', 'rotate')).toEqual({ kid: word })
  expect(await json('letter-key', 'rotate')).toEqual({ kid: word })
  expect(await json('secret-key', 'rotate')).toMatchObject({ key: word, replaced: [word], in_settings: false })
  expect(await json('migrate')).toEqual({ applied: [] })
  expect((await sublet('migrate')).out).toBe('The database is up to date.\n')
}

beforeAll(async () => {
  machine = await Machine.open()
  dataDir = machine.newFolder()
})
afterAll(() => machine.close())

test('without a server and without data: PostgreSQL is started for the command and stopped after it', async () => {
  expect(await json('tenant', 'list')).toEqual([])
  expect((await sublet('tenant', 'list')).out).toBe('(none)\n')
  expect(await postmasterOf(dataDir)).toBeNull()
})

describe('beside a running server', () => {
  let server: Server
  beforeAll(async () => {
    server = await machine.start({ SUBLET_DATA_DIR: dataDir })
  })
  afterAll(() => server.end())

  test('every command works, and the server sees what it did', async () => {
    const tenants = (await json('tenant', 'list')) as Tenant[]
    expect(tenants.slice(0, 3).map(({ role }) => role)).toEqual(['holder', 'lessee', 'operator'])
    for (const tenant of tenants)
      expect(tenant).toMatchObject({
        uuid,
        customer_number: expect.any(Number),
        title: expect.any(String),
        status: 'active',
      })
    const lessee = tenants.find(({ role }) => role === 'lessee')?.uuid ?? ''
    await everyCommand(lessee)
    const created = await json('key', 'create', '--tenant', lessee, '--name', 'Used', '--scopes', 'billing')
    const credentials = { ...(await demoCredentials(dataDir)), ...(created as object) }
    expect(await bearer(server.url, credentials)).toMatchObject({ authorization: expect.stringMatching(/^Bearer /) })
  })

  test('what cannot be done is said in a sentence', async () => {
    const nobody = '01890000-0000-7000-8000-000000000000'
    const key = (tenant: string, scopes: string) => ['--tenant', tenant, '--name', 'X', '--scopes', scopes]
    const said = await Promise.all([
      failure('frobnicate'),
      failure('tenant', 'frobnicate'),
      failure('tenant', 'list', '--loud'),
      failure('key', 'create', '--tenant', nobody),
      failure('tenant', 'create', '--title', 'X', '--role', 'king'),
      failure('key', 'create', ...key(nobody, 'everything')),
      failure('key', 'create', ...key(nobody, 'billing')),
      failure('key', 'create', ...key('nonsense', 'billing')),
      failure('tenant', 'suspend', 'nonsense'),
      failure('key', 'revoke', 'nonsense'),
      failure('key', 'create', ...key(nobody, 'billing'), '--allow', '192.0.2.5/24'),
      failure('clock', 'advance', 'a while'),
    ])
    expect(said.map((text) => text.split('\n')[0])).toEqual([
      "error: unknown command 'frobnicate'",
      "error: unknown command 'frobnicate'",
      "error: unknown option '--loud'",
      "error: required option '--name <name>' not specified",
      "error: option '--role <role>' argument 'king' is invalid. Allowed choices are holder, lessee, operator.",
      expect.stringMatching(/^Unknown scopes: everything\. Known: billing, /),
      'There is no such object.',
      "error: option '--tenant <uuid>' argument 'nonsense' is invalid. It is not a UUID.",
      "error: command-argument value 'nonsense' is invalid for argument 'uuid'. It is not a UUID.",
      'There is no app key with the client_id nonsense.',
      '"192.0.2.5/24" has bits set behind its prefix length; perhaps 192.0.2.0/24',
      expect.stringMatching(/^"a while" is not a duration: .*\.$/),
    ])
  })
})

test('without a server, on its data: the same', async () => {
  const tenants = (await json('tenant', 'list')) as Tenant[]
  const lessee = tenants.find(({ role }) => role === 'lessee')?.uuid ?? ''
  const key = await json('key', 'create', '--tenant', lessee, '--name', 'K', '--scopes', 'billing')
  expect(key).toEqual({ client_id: word, client_secret: word, scopes: ['billing'] })
  expect(await json('secret-key', 'rotate')).toMatchObject({ key: word, replaced: [word], in_settings: false })
  expect(await json('migrate')).toEqual({ applied: [] })
  expect(await postmasterOf(dataDir)).toBeNull()
})

test('mail that was kept without a mail server goes out once there is one', async () => {
  expect(await failure('mail', 'send')).toBe('There is no mail server: set SUBLET_SMTP_URL and start again.')
  expect(await failure('mail', 'send', '--days', '31')).toMatch(/It is a number of days from 1 to 30\./)
  const { server, kept } = (await json('mail', 'list')) as { server: boolean; kept: number }
  expect([server, kept > 0]).toEqual([false, true])
  const mail = await openMailServer()
  const env = { SUBLET_DATA_DIR: dataDir, SUBLET_SMTP_URL: mail.url }
  const { out } = await machine.command(['mail', 'send', '--json'], env)
  const { mails } = JSON.parse(out) as { mails: number }
  expect(mails).toBeGreaterThan(0)
  expect((await machine.command(['mail', 'send'], env)).out).toBe('0 mails go out.\n')
  const sending = await machine.start(env)
  await expect.poll(() => mail.received.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(mails)
  expect(mail.received.map((one) => headerOf(one, 'Subject'))).toContain('New app key "K"')
  const standing = async () => JSON.parse((await machine.command(['mail', 'list', '--json'], env)).out) as object
  await expect
    .poll(standing, { timeout: 60_000, interval: 1_000 })
    .toEqual({ server: true, kept: kept - mails, queued: 0, failed: 0 })
  await sending.end()
  await mail.close()
})

test('the clock moves, and only in a sandbox', async () => {
  const { now: before } = (await json('clock', 'show')) as { now: string }
  const { now, done } = (await json('clock', 'advance', '13', 'months')) as { now: string; done: object }
  expect(done).toMatchObject({ holds: expect.any(Number), payouts: expect.any(Number) })
  const days = (Date.parse(now) - Date.parse(before)) / 86_400_000
  expect(days).toBeGreaterThan(393)
  expect(days).toBeLessThan(398)
  expect((await sublet('clock', 'advance', '36h')).out).toMatch(/^Business time is now \d{4}-.*Z\.\n/)
  const said = [await failure('clock', 'advance', '0 days'), await failure('clock', 'advance', '101 years')]
  expect(said).toEqual([
    expect.stringMatching(/^The clock only goes ahead/),
    expect.stringMatching(/at most 100 years/),
  ])
  expect((await sublet('clock', 'show')).out).toMatch(/^Business time \d{4}-.*\nReal time {5}\d{4}-/)
  const database = await cloneDatabase()
  const { code, err } = await machine.command(['clock', 'advance', '1 day'], { DATABASE_URL: database.url })
  expect({ code, err: err.trim() }).toEqual({ code: 1, err: 'Only a sandbox (SUBLET_SANDBOX=1) can move its clock.' })
  await database.drop()
})

test('audit finds every promise kept, and one that is not', async () => {
  const server = await machine.start({ SUBLET_DATA_DIR: dataDir })
  const results = (await json('audit')) as ReadonlyArray<{ checked: number; breaches: string[] }>
  expect(results.flatMap(({ breaches }) => breaches)).toEqual([])
  expect(results[0]?.checked).toBeGreaterThan(10)
  const client = new pg.Client({ connectionString: (await findPostgres(dataDir))?.url })
  await client.connect()
  await client.query(`set session_replication_role = replica`)
  await client.query(`update audit_deed set data = '{"title":"forged"}' where position = 3`)
  await client.end()
  const { code, out } = await sublet('audit')
  expect(code).toBe(1)
  expect(out).toMatch(/^BROKEN +\d+ +\d+ ms +the audit log is one unbroken chain$/m)
  expect(out).toContain('entry 3 does not follow from the one before')
  await server.end()
})

test.concurrent('a database that cannot be used, whatever the command', async () => {
  for (const args of [['tenant', 'list'], ['migrate'], ['audit']]) {
    const { code, out, err } = await machine.command(args, { DATABASE_URL: 'postgresql://x:swordfish@127.0.0.1:1/x' })
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/^The database cannot be used \(ECONNREFUSED\): .*\.\n$/)
  }
})

test.concurrent('help teaches, and settings keep their secrets', async () => {
  const help = await sublet('--help')
  expect(help).toMatchObject({ code: 0, err: '' })
  for (const words of ['npx sublet start', 'npx sublet key create', 'clock advance 13 months'])
    expect(help.out).toContain(words)
  expect((await sublet('key', 'create', '--help')).out).toContain('--scopes <scopes>')
  const env = {
    SUBLET_DATA_DIR: dataDir,
    SUBLET_SECRET_KEY: 'ab'.repeat(32),
    DATABASE_URL: 'postgresql://sublet:swordfish@db.example/sublet',
    SUBLET_METRICS_TOKEN: 'swordfish',
  }
  const shown = await machine.command(['settings', '--json'], env)
  expect(JSON.parse(shown.out)).toMatchObject({ DATABASE_URL: '***', SUBLET_SECRET_KEY: '***', SUBLET_SMTP_URL: null })
  const text = await machine.command(['settings'], env)
  expect(text.code).toBe(0)
  for (const { out } of [shown, text]) expect(out).not.toMatch(/swordfish|abab/)
})

test.concurrent('npx sublet in the project folder, with whatever Node the system has', async ({ skip }) => {
  const path = '/usr/local/bin:/usr/bin:/bin'
  const run = promisify(execFile)
  const has = await run('node', ['--version'], { env: { PATH: path } }).catch(() => null)
  skip(has === null, 'no other Node here')
  const env = { PATH: path, HOME: process.env['HOME'], SUBLET_DATA_DIR: dataDir, npm_config_update_notifier: 'false' }
  const { stdout } = await run('npx', ['sublet', 'settings', '--json'], { cwd: root, env })
  process.stdout.write(`npx on Node ${has?.stdout.trim()}\n`)
  expect(JSON.parse(stdout)).toMatchObject({ SUBLET_DATA_DIR: dataDir })
  const failed = run('npx', ['sublet', 'tenant', 'frobnicate'], { cwd: root, env })
  await expect(failed).rejects.toMatchObject({ code: 1 })
})
