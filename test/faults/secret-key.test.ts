import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sealedColumns } from '../../src/app/sealed.ts'
import { SecretBox, secretKeyOf } from '../../src/kernel/secrets/box.ts'
import { keyFile, newSecretKey } from '../../src/kernel/secrets/secret-keys.ts'
import { personOf, type Caller } from '../support/callers.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { bodyOf, call } from '../support/http-call.ts'
import { openLetters, releaseByHolder, type Lessee, type Office } from '../support/market/letters.ts'
import { freePort } from '../support/server/free-port.ts'
import { bearer, Machine, Process, program, type Env, type Server } from '../support/server/server-process.ts'
import { openWorld, type World } from '../support/world.ts'

/** The secret key is replaced while two nodes serve, by a command that is killed on its way. */

let machine: Machine
beforeAll(async () => {
  machine = await Machine.open()
})
afterAll(() => machine.close())

const rotate = (env: Env) => machine.command(['secret-key', 'rotate', '--json'], env)

const linesOf = async (dataDir: string) => (await readFile(keyFile(dataDir), 'utf8')).trim().split('\n')

async function sealedIn(pool: pg.Pool): Promise<Buffer[]> {
  const found: Buffer[] = []
  for (const { table, column } of sealedColumns) {
    const { rows } = await pool.query<{ sealed: Buffer }>(
      `select ${column} as sealed from ${table} where ${column} is not null`,
    )
    found.push(...rows.map(({ sealed }) => sealed))
  }
  return found
}

function openedBy(box: SecretBox, sealed: readonly Buffer[]): number {
  return sealed.filter((value) => {
    try {
      box.open(value)
      return true
    } catch {
      return false
    }
  }).length
}

/** Makes app keys on both nodes without end, asks for each again, and notes what was not as it should be. */
class Makers {
  readonly troubles: string[] = []
  readonly made: { readonly key: string; readonly text: string }[] = []
  readonly #nodes: readonly Server[]
  readonly #owners: readonly Caller[]
  readonly #end = new AbortController()
  #running: Promise<unknown> = Promise.resolve()

  constructor(nodes: readonly Server[], owners: readonly Caller[]) {
    this.#nodes = nodes
    this.#owners = owners
  }

  begin(): void {
    this.#running = Promise.all(this.#owners.map((_, n) => this.#work(n)))
  }

  async stop(): Promise<void> {
    this.#end.abort()
    await this.#running
  }

  async #work(n: number): Promise<void> {
    for (let turn = 0; !this.#end.signal.aborted; turn++) {
      const key = `${n}-${turn}-${randomUUID()}`
      const first = await this.send(n, key, turn)
      const again = await this.send(n, key, turn + 1)
      if (first.status !== 201 || again.text !== first.text)
        this.troubles.push(`${first.status} ${again.status} ${again.text.slice(0, 200)}`)
      else await this.#revoke(n, first.text, turn)
      this.made.push({ key, text: first.text })
    }
  }

  /** A company may have only so many, and nobody knows how many a machine makes meanwhile. */
  async #revoke(n: number, made: string, turn: number): Promise<void> {
    const { tenant, headers } = this.#owners[n] as Caller
    const { uuid } = (JSON.parse(made) as { data: { uuid: string } }).data
    const { status, text } = await call(
      'DELETE',
      `${this.#nodes[turn % 2]?.url}/portal/companies/${tenant}/app-keys/${uuid}`,
      { headers: { ...headers, 'sec-fetch-site': 'same-origin' } },
    )
    if (status !== 200) this.troubles.push(`${status} ${text.slice(0, 200)}`)
  }

  send(n: number, key: string, turn: number) {
    const { tenant, headers } = this.#owners[n] as Caller
    return call('POST', `${this.#nodes[turn % 2]?.url}/portal/companies/${tenant}/app-keys`, {
      headers: { ...headers, 'idempotency-key': key, 'sec-fetch-site': 'same-origin' },
      body: { name: 'K', scopes: ['billing'] },
    })
  }
}

describe('a key in the data folder', () => {
  let world: World
  let office: Office
  let lessee: Lessee
  let env: Env
  let nodes: Server[]
  let makers: Makers
  /** Waits for nobody and has no limit of time. */
  let slow: pg.Client
  beforeAll(async () => {
    world = await openWorld({ env: { SUBLET_SANDBOX: '1', SUBLET_PUBLIC_URL: 'http://sublet.test' } })
    office = await openLetters(world)
    lessee = await office.lessee()
    env = {
      DATABASE_URL: world.databaseUrl,
      SUBLET_DATA_DIR: world.house.config.dataDir,
      SUBLET_PUBLIC_URL: 'http://sublet.test',
      SUBLET_SANDBOX: '1',
    }
    nodes = await Promise.all([machine.start(env), machine.start(env)])
    const owners = []
    for (let n = 0; n < 4; n++) owners.push(await personOf(world, await world.tenant(), 'owner'))
    makers = new Makers(nodes, owners)
    slow = new pg.Client({ connectionString: world.databaseUrl })
    await slow.connect()
  })
  afterAll(async () => {
    await slow.end()
    await makers.stop()
    await Promise.all(nodes.map((node) => node.end('SIGKILL')))
    await world.close()
  })

  /** A letter, released now, as it is downloaded; and whether it is genuine by the keys that are published. */
  async function newLetter(): Promise<() => Promise<string>> {
    const lease = await lessee.lease()
    const [uuid = ''] = await lessee.buy({ subnets: [lease.block] })
    await releaseByHolder(office, uuid)
    const url = `/billing/v1/${lessee.tenant}/market/ipv4/services/${lease.uuid}/loa/download?loa_uuid=${uuid}`
    const { rawPayload } = await world.server.inject({ method: 'GET', url, headers: lessee.bearer })
    const path = join(world.house.config.dataDir, `${uuid}.pdf`)
    await writeFile(path, rawPayload)
    return async () => (await machine.command(['verify', path], env)).out.split('\n')[0] ?? ''
  }

  /** Enough for many batches. */
  async function manyAnswers(count: number): Promise<void> {
    const [id = ''] = world.house.box.ids
    const answers = Array.from({ length: count }, () => world.house.box.seal('{"headers":{},"body":{}}', id))
    await world.house.pool.query(
      `insert into idempotency_key (caller, key, request_digest, status, answer, created_at)
       select 'many', n::text, '', 200, answer, now() from unnest($1::bytea[]) with ordinality as a (answer, n)`,
      [answers],
    )
  }

  /** Kills a command once what it waits for has come. */
  async function killedWhen(reached: () => Promise<boolean>): Promise<void> {
    const command = machine.keep(new Process(process.execPath, [program, 'secret-key', 'rotate'], env))
    const state = async () => (command.isRunning ? reached() : command.output)
    await expect.poll(state, { timeout: 60_000 }).toBe(true)
    await command.end('SIGKILL')
  }

  test('is replaced under load, killed twice on the way, and nobody notices', { timeout: 300_000 }, async () => {
    const { dataDir } = world.house.config
    const former = new SecretBox((await linesOf(dataDir)).map(secretKeyOf))
    const app = await world.key(await world.tenant())
    const credentials = { tenant: app.tenant, client_id: app.clientId, client_secret: app.clientSecret, password: '' }
    const token = await bearer(nodes[0]?.url ?? '', credentials)
    const isValid = async (headers: { authorization: string }) =>
      (await Promise.all(nodes.map(({ url }) => call('GET', `${url}/billing/v1/${app.tenant}`, { headers })))).map(
        ({ status }) => status,
      )
    const before = await newLetter()
    await manyAnswers(3_000)
    makers.begin()

    // Somebody is sealing: the new key is in the file, and cannot take its turn yet.
    await slow.query('begin; select sealing_key()')
    await killedWhen(async () => (await linesOf(dataDir)).length === 2)
    await slow.query('rollback')
    const [next = ''] = await linesOf(dataDir)

    // Somebody has a row: all others are sealed anew, and it cannot be finished.
    await slow.query(`begin; select from idempotency_key where caller = 'many' and key = '1500' for update`)
    const left = `select count(*)::int as n from idempotency_key where substring(answer from 1 for 8) <> $1`
    const others = async () =>
      (await world.house.pool.query<{ n: number }>(left, [Buffer.from(secretKeyOf(next).id, 'hex')])).rows[0]?.n
    await killedWhen(async () => (await others()) === 1)
    await slow.query('rollback')
    expect((await linesOf(dataDir))[0]).toBe(next)
    expect(await linesOf(dataDir)).toHaveLength(2)
    expect(await isValid(token)).toEqual([200, 200])

    const done = await rotate(env)
    expect([done.code, done.err]).toEqual([0, ''])
    expect(JSON.parse(done.out)).toMatchObject({ key: secretKeyOf(next).id, replaced: former.ids })
    expect(await linesOf(dataDir)).toEqual([next])
    const during = makers.made.length
    await expect.poll(() => makers.made.length).toBeGreaterThan(during + 8)
    await makers.stop()
    process.stdout.write(
      `${makers.made.length} app keys made and asked for again, ${makers.troubles.length} troubles\n`,
    )

    expect(makers.troubles).toEqual([])
    const sealed = await sealedIn(world.house.pool)
    expect(sealed.length).toBeGreaterThan(3_000)
    expect(openedBy(former, sealed)).toBe(0)
    expect(openedBy(new SecretBox([secretKeyOf(next)]), sealed)).toBe(sealed.length)
    const early = makers.made.find(({ key }) => key.startsWith('0-0-'))
    expect((await makers.send(0, early?.key ?? '', 0)).text).toBe(early?.text)
    expect(await isValid(token)).toEqual([200, 200])
    expect(await isValid(await bearer(nodes[1]?.url ?? '', credentials))).toEqual([200, 200])
    const after = await newLetter()
    expect([await before(), await after()]).toEqual(Array(2).fill('Genuine: this letter is as it was signed.'))

    // A node that comes now knows the new key only.
    const fresh = await machine.start(env)
    expect((await call('GET', `${fresh.url}/billing/v1/${app.tenant}`, { headers: token })).status).toBe(200)
    await fresh.end()
    const audit = await machine.command(['audit'], env)
    expect([audit.code, audit.code === 0 ? '' : audit.out + audit.err]).toEqual([0, ''])
  })
})

describe('a key in the settings', () => {
  const [old, next] = [newSecretKey(), newSecretKey()]
  let database: TestDatabase
  let shared: Env
  let ports: string[]
  beforeAll(async () => {
    database = await cloneDatabase()
    shared = {
      DATABASE_URL: database.url,
      SUBLET_DATA_DIR: machine.newFolder(),
      SUBLET_PUBLIC_URL: 'http://sublet.test',
    }
    ports = [String(await freePort()), String(await freePort())]
  })
  afterAll(() => database.drop())

  const start = (n: number, keys: Env) => machine.start({ ...shared, SUBLET_PORT: ports[n] ?? '', ...keys })
  const before = { SUBLET_SECRET_KEY: old }
  const meanwhile = { SUBLET_SECRET_KEY: next, SUBLET_SECRET_KEY_OLD: old }
  const after = { SUBLET_SECRET_KEY: next }

  test('is replaced by restarting nodes one by one, before and after a command', { timeout: 300_000 }, async () => {
    const nodes = [await start(0, before), await start(1, before)]
    const restart = async (n: number, keys: Env) => {
      await nodes[n]?.end()
      nodes[n] = await start(n, keys)
    }
    const published = async () =>
      Promise.all(nodes.map(async ({ url }) => bodyOf(await call('GET', `${url}/.well-known/jwks.json`))))
    const jwks = await published()

    expect((await rotate({ ...shared, ...before })).err).toContain('set it to a new one ("openssl rand -hex 32")')
    await restart(0, meanwhile)
    expect((await rotate({ ...shared, ...meanwhile })).err).toMatch(
      /^A process that works on this database does not have the secret key [0-9a-f]{16}: give every node the same keys/,
    )
    expect((await rotate({ ...shared, ...after })).err).toContain('sealed with another secret key')
    await restart(1, meanwhile)
    const done = await rotate({ ...shared, ...meanwhile })
    expect([done.code, done.err]).toEqual([0, ''])
    expect(JSON.parse(done.out)).toMatchObject({
      key: secretKeyOf(next).id,
      replaced: [secretKeyOf(old).id],
      in_settings: true,
    })
    await restart(0, after)
    await restart(1, after)
    expect(await published()).toEqual(jwks)

    const late = await machine.launch({ ...shared, ...before, SUBLET_PORT: String(await freePort()) })
    expect((await late.ended).code).toBe(1)
    expect(late.err).toContain('The secrets in the database were sealed with another secret key')
    await Promise.all(nodes.map((node) => node.end()))
  })
})
