import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, eyesOn, type TestDatabase } from '../support/database.ts'
import { bodyOf, call, until, type Answer } from '../support/http-call.ts'
import { PostgresProxy, type Trap } from '../support/server/postgres-proxy.ts'
import {
  bearer,
  demoCredentials,
  Machine,
  signIn,
  type Credentials,
  type Server,
} from '../support/server/server-process.ts'

/** Idempotency-Key against races and deaths: one effect, one answer, whatever happens between them. */

let machine: Machine
let database: TestDatabase
let eye: pg.Pool
let env: Record<string, string>
let nodes: Server[]
let credentials: Credentials

beforeAll(async () => {
  machine = await Machine.open()
  database = await cloneDatabase()
  eye = eyesOn(database.url, 2)
  env = {
    DATABASE_URL: database.url,
    SUBLET_DATA_DIR: machine.newFolder(),
    SUBLET_DEMO: '1',
    SUBLET_PUBLIC_URL: 'http://sublet.test',
  }
  nodes = [await machine.start(env), await machine.start(env)]
  credentials = await demoCredentials(env['SUBLET_DATA_DIR'] ?? '')
})
afterAll(async () => {
  await machine.close()
  await eye.end()
  await database.drop()
})

async function count(text: string, ...values: unknown[]): Promise<number> {
  const { rows } = await eye.query<{ n: number }>(`select count(*)::int as n from ${text}`, values)
  return rows[0]?.n ?? 0
}

const changes = (title: string) => count(`audit_entry where action = 'tenant.changed' and data->>'title' = $1`, title)

/** The same request fifty times at once: over ten connections, to two nodes. */
async function fifty(send: (node: Server, agent: Agent) => Promise<Answer>): Promise<Answer[]> {
  const agents = nodes.map(() => new Agent({ keepAlive: true, maxSockets: 5 }))
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => send(nodes[i % 2] as Server, agents[i % 2] as Agent)),
  )
  for (const agent of agents) agent.destroy()
  return answers
}

function expectOneAnswer(answers: readonly Answer[], status: number): void {
  const good = answers.filter((answer) => answer.status === status)
  const busy = answers.filter((answer) => answer.status !== status)
  process.stdout.write(`of ${answers.length}: ${good.length} answered alike, ${busy.length} in progress\n`)
  expect(new Set(good.map(({ text }) => text)).size).toBe(1)
  expect(good.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1)
  for (const answer of busy) expect(bodyOf(answer, 409)).toMatchObject({ code: 'idempotency_in_progress' })
}

test('fifty at once on two nodes: a change is made once', async () => {
  const headers = { ...(await bearer(nodes[0]?.url ?? '', credentials)), 'idempotency-key': randomUUID() }
  const path = `/billing/v1/${credentials.tenant}`
  const body = { title: 'Fifty Networks' }
  expectOneAnswer(await fifty((node, agent) => call('PATCH', node.url + path, { headers, body, agent })), 200)
  expect(await changes(body.title)).toBe(1)
})

test('fifty at once on two nodes: an app key is made once, its secret the same in every answer', async () => {
  const signedIn = await signIn(nodes[0]?.url ?? '', 'lessee@demo.example', credentials.password)
  const headers = { ...signedIn, 'idempotency-key': randomUUID() }
  const path = `/portal/companies/${credentials.tenant}/app-keys`
  const body = { name: 'Only one', scopes: ['billing'] }
  expectOneAnswer(await fifty((node, agent) => call('POST', node.url + path, { headers, body, agent })), 201)
  expect(await count(`app_key where name = 'Only one'`)).toBe(1)
})

/** A node that is killed while its commit is in the proxy's hands; the same request is then sent to another. */
async function killAt(trap: Trap, title: string): Promise<{ seen: number; again: Answer }> {
  const proxy = await PostgresProxy.before(database.url)
  const victim = await machine.start({ ...env, DATABASE_URL: proxy.url })
  const headers = { ...(await bearer(victim.url, credentials)), 'idempotency-key': randomUUID() }
  const path = `/billing/v1/${credentials.tenant}`
  const sprung = proxy.trap(trap)
  const cut = call('PATCH', victim.url + path, { headers, body: { title } }).catch(() => 'cut off')
  await sprung
  if (trap === 'after commit') await until(async () => (await changes(title)) === 1, 'the commit')
  const seen = await changes(title)
  await victim.end('SIGKILL')
  expect(await cut).toBe('cut off')
  proxy.close()
  const next = await machine.start(env)
  const repeat = async () => {
    const answer = await call('PATCH', next.url + path, { headers, body: { title } })
    return answer.status === 409 ? null : answer
  }
  // PostgreSQL may take a moment to notice that the killed one has left.
  const { value: again } = await until(repeat, 'an answer to the repetition')
  await next.end('SIGKILL')
  return { seen, again }
}

test('killed after the commit and before the answer: the repetition gets that answer', async () => {
  const { seen, again } = await killAt('after commit', 'Committed Networks')
  expect(seen).toBe(1)
  expect(bodyOf(again)).toMatchObject({ data: { uuid: credentials.tenant, title: 'Committed Networks' } })
  expect(again.headers['idempotency-replayed']).toBe('true')
  expect(await changes('Committed Networks')).toBe(1)
})

test('killed before the commit: the repetition does it, once', async () => {
  const { seen, again } = await killAt('before commit', 'Uncommitted Networks')
  expect(seen).toBe(0)
  expect(bodyOf(again)).toMatchObject({ data: { title: 'Uncommitted Networks' } })
  expect(again.headers['idempotency-replayed']).toBeUndefined()
  expect(await changes('Uncommitted Networks')).toBe(1)
})
