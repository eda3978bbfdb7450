import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { advance } from '../../src/app/due-work.ts'
import { buildApp, closeHouse, openHouse, openSlices } from '../../src/app/build.ts'
import { routes } from '../../src/app/routes.ts'
import { jobs } from '../../src/app/schedule.ts'
import { createAppKey, createMember, createTenant } from '../../src/identity/index.ts'
import { normalEmail } from '../../src/identity/person/person.rules.ts'
import { beginSession, hashPassword } from '../../src/identity/person/session.actions.ts'
import { readConfig } from '../../src/app/config.ts'
import { contextOf, inTransaction, system, type Context } from '../../src/kernel/context.ts'
import type { Endpoint, Role } from '../../src/kernel/endpoint.ts'
import { health } from '../../src/kernel/health.ts'
import { query } from '../../src/kernel/db/query.ts'
import type { House } from '../../src/kernel/house.ts'
import { newUuid } from '../../src/kernel/uuid.ts'
import { runJobsOnce } from '../../src/kernel/work/jobs.ts'
import type { Log } from '../../src/kernel/log.ts'
import type { Progress } from '../../src/kernel/work/replay.ts'
import { moveClock, requireSandbox } from '../../src/kernel/work/test-clock.ts'
import { addDays, addMonths, applyDuration, parseDuration, startOfMonth } from '../../src/kernel/time.ts'
import { watchAnswers } from './conformance.ts'
import { cloneDatabase } from './database.ts'
import { checkWritten } from './written.ts'

/** A whole Sublet over a real database, spoken to without a socket; one per test file. */

export interface WorldOptions {
  /** Settings on top of the test ones, by their environment names. */
  readonly env?: Readonly<Record<string, string>>
  /** Endpoints on top of the product's, for tests of the kernel itself. */
  readonly endpoints?: readonly Endpoint[]
  /** Where lines are written, for tests of what is logged. */
  readonly log?: Log
  /** A world already open: this one is another node over its database. */
  readonly beside?: World
  /** Another way to its database, such as through a proxy. */
  readonly through?: (databaseUrl: string) => Promise<string>
  /** Likewise beside a server that runs as a process of its own. */
  readonly over?: Omit<Ground, 'cleanUp'>
}

export interface KeyOf {
  readonly tenant: string
  readonly clientId: string
  readonly clientSecret: string
}

export interface Answered {
  readonly status: number
  readonly headers: LightMyRequestResponse['headers']
  readonly text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- answers are checked against OpenAPI, not against types
  readonly body: any
}

export const password = 'correct horse battery'

const patience = 600_000

/** It is meant to be dear: once in a process is enough for people who are not there to prove that they know it. */
let hash: Promise<string> | undefined

export class World {
  readonly house: House
  readonly server: FastifyInstance
  readonly databaseUrl: string
  readonly #cleanUp: () => Promise<void>

  constructor(house: House, server: FastifyInstance, databaseUrl: string, cleanUp: () => Promise<void>) {
    this.house = house
    this.server = server
    this.databaseUrl = databaseUrl
    this.#cleanUp = cleanUp
  }

  get ctx(): Context {
    return contextOf(this.house, { actor: system('test') })
  }

  change<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
    return inTransaction(this.ctx, work)
  }

  async call(method: string, url: string, options: Omit<InjectOptions, 'method' | 'url'> = {}): Promise<Answered> {
    const answer = await this.server.inject({ method: method as 'GET', url, ...options })
    const isJson = answer.headers['content-type']?.startsWith('application/json') ?? false
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.payload,
      body: isJson && answer.payload !== '' ? JSON.parse(answer.payload) : null,
    }
  }

  async tenant(title = 'Example Networks', role: 'holder' | 'lessee' | 'operator' = 'lessee'): Promise<string> {
    return (await this.change((ctx) => createTenant(ctx, { title, role }))).uuid
  }

  async key(tenant: string, scopes: readonly string[] = ['billing', 'ecommerce', 'nethub-data']): Promise<KeyOf> {
    const { key, clientSecret } = await this.change((ctx) => createAppKey(ctx, tenant, { name: 'test', scopes }))
    return { tenant, clientId: key.client_id, clientSecret }
  }

  async token({ clientId, clientSecret }: KeyOf, scope?: string): Promise<string> {
    const answer = await this.tokenRequest({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      ...(scope === undefined ? {} : { scope }),
    })
    if (answer.status !== 200) throw new Error(`no token: ${answer.text}`)
    return String(answer.body.access_token)
  }

  tokenRequest(
    form: Record<string, string>,
    headers: Record<string, string> = {},
    more: { readonly remoteAddress?: string } = {},
  ): Promise<Answered> {
    return this.call('POST', '/oauth2/token', {
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(form).toString(),
      ...more,
    })
  }

  /** A company with an app key and a token for it: what most tests begin with. */
  async client(
    scopes?: readonly string[],
  ): Promise<{ tenant: string; key: KeyOf; token: string; bearer: { authorization: string } }> {
    const tenant = await this.tenant()
    const key = await this.key(tenant, scopes)
    const token = await this.token(key)
    return { tenant, key, token, bearer: { authorization: `Bearer ${token}` } }
  }

  /** A person in a company, signed in: the headers a browser would send. */
  async person(tenant: string, role: Role = 'owner', email = `p${Math.random().toString(36).slice(2)}@example.net`) {
    const known = await (hash ??= hashPassword(password))
    return this.change(async (ctx) => {
      await query`insert into person (uuid, email, name, password_hash, created_at)
        values (${newUuid()}, ${normalEmail(email)}, 'Test Person', ${known}, ${ctx.now})
        on conflict do nothing`.changed(ctx)
      const person = await createMember(ctx, tenant, { email, name: 'Test Person', role }, password)
      const facts = { ip: '127.0.0.1', peer: '127.0.0.1', headers: { 'user-agent': 'lightMyRequest' } }
      return { uuid: person.uuid, email, cookie: this.#headers(await beginSession(ctx, person, facts)) }
    })
  }

  async signIn(email: string): Promise<{ cookie: string; origin: string }> {
    const answer = await this.call('POST', '/portal/sign-in', { payload: { email, password } })
    if (answer.status !== 200) throw new Error(`cannot sign in: ${answer.text}`)
    return this.#headers(String(answer.headers['set-cookie']))
  }

  #headers(setCookie: string): { cookie: string; origin: string } {
    return { cookie: setCookie.split(';')[0] ?? '', origin: new URL(this.house.config.publicUrl).origin }
  }

  /** Hears at once what it would otherwise hear within half a second: revocations and new keys. */
  hear(): Promise<void> {
    return this.house.pulse.look()
  }

  /** Business time goes ahead for everybody, and what falls due on the way is done late; only with SUBLET_SANDBOX=1. */
  async travel(duration: string): Promise<void> {
    requireSandbox(this)
    await this.change((ctx) => moveClock(ctx, applyDuration(ctx.now, parseDuration(duration))))
    await this.hear()
  }

  /** Where a month later is the same day: to the tenth of the month to come. */
  async travelToMidMonth(): Promise<void> {
    const { now } = this.ctx
    const tenth = addDays(addMonths(startOfMonth(now), 1), 9)
    await this.travel(`${Math.ceil((tenth.getTime() - now.getTime()) / 1_000)} seconds`)
  }

  /** The same world, in which it is always this moment: for stories that begin at the same time again and again. */
  at(now: Date): World {
    const still = Object.create(this) as World
    Object.defineProperty(still, 'ctx', { get: () => ({ ...this.ctx, now }) })
    return still
  }

  /** Business time goes ahead, and what falls due on the way is done; what that put off is still to be done by `runJobs`. */
  async advance(duration: string): Promise<Progress> {
    return advance(this.house, parseDuration(duration))
  }

  /** Everything that was put off: mail, news, housekeeping. Alerts do not wait for more of their kind. */
  async runJobs(): Promise<void> {
    await runJobsOnce(this.house, jobs)
    const { rowCount } = await this.house.pool.query(
      `update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null
       and task_id = (select id from graphile_worker._private_tasks where identifier = 'tell_alert')`,
    )
    if (rowCount) await runJobsOnce(this.house, jobs)
  }

  async close(): Promise<void> {
    await this.server.close()
    await closeHouse(this.house)
    await this.#cleanUp()
  }
}

export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const { env = {}, endpoints = [], log, beside, over, through } = options
  const ground = over ? { ...over, cleanUp: async () => undefined } : beside ? groundOf(beside) : await newGround()
  const config = readConfig({
    SUBLET_DATA_DIR: ground.dataDir,
    SUBLET_LOG_LEVEL: 'silent',
    SUBLET_RATE_LIMIT: '0',
    SUBLET_TOKEN_RATE_LIMIT: '0',
    SUBLET_SEARCH_RATE_LIMIT: '0',
    SUBLET_VERIFY_RATE_LIMIT: '0',
    SUBLET_POOL_SIZE: '8',
    // What fills tables for a test takes long on a busy machine, and is nobody's request.
    SUBLET_STATEMENT_TIMEOUT_MS: String(patience),
    SUBLET_RDAP: 'off',
    ...env,
  })
  const house = await openHouse(config, through ? await through(ground.databaseUrl) : ground.databaseUrl, log)
  // So does a turn behind many others, unless it is the way that is slow.
  if (!through) house.pool.options.connectionTimeoutMillis = patience
  await openSlices(house)
  const table = endpoints.length === 0 ? routes : [...routes, ...endpoints]
  const server = await buildApp(house, table, watchAnswers(table))
  await server.ready()
  health({ house }).serving = true
  return new World(house, server, ground.databaseUrl, ground.cleanUp)
}

interface Ground {
  readonly databaseUrl: string
  readonly dataDir: string
  readonly cleanUp: () => Promise<void>
}

async function newGround(): Promise<Ground> {
  const database = await cloneDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'sublet-world-'))
  return {
    databaseUrl: database.url,
    dataDir,
    cleanUp: async () => {
      try {
        await checkWritten(database.url)
      } finally {
        await database.drop()
        await rm(dataDir, { recursive: true, force: true })
      }
    },
  }
}

function groundOf({ databaseUrl, house }: World): Ground {
  return { databaseUrl, dataDir: house.config.dataDir, cleanUp: async () => undefined }
}
