import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPostgres } from '../../src/kernel/postgres/index.ts'
import { isAlive } from '../../src/kernel/postgres/processes.ts'
import { demoFolder } from '../support/server/demo-folder.ts'
import { call, until } from '../support/http-call.ts'
import { Load } from '../support/server/load.ts'
import { freePort } from '../support/server/free-port.ts'
import { bearer, demoCredentials, Machine, type Env, type Server } from '../support/server/server-process.ts'

/** Two processes serve as one house: on one port, with one folder, and the limits of one. Each test goes on from the last. */

let machine: Machine
let server: Server
let place: Env

beforeAll(async () => {
  machine = await Machine.open({ wholeStarts: true })
  place = { SUBLET_DATA_DIR: await demoFolder(machine), SUBLET_PORT: String(await freePort()), SUBLET_PROCESSES: '2' }
  server = await machine.start({ ...place, SUBLET_LOG_LEVEL: 'info' })
})
afterAll(() => machine.close())

interface Line {
  readonly message: string
  readonly process?: number
  readonly pid?: number
  readonly path?: string
}

const linesOf = ({ out }: Server): Line[] =>
  out
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)

/** Of all that have begun to serve as that one of them, in their order. */
const pidsOf = (of: Server, number: number): number[] =>
  linesOf(of).flatMap(({ message, process, pid }) => (message === 'serves' && process === number && pid ? [pid] : []))

function pidOf(number: number): number {
  const pid = pidsOf(server, number).at(-1)
  if (pid === undefined) throw new Error(`process ${number} has not said that it serves`)
  return pid
}

const counted = async (operation: string): Promise<number> => {
  const { text } = await call('GET', `${server.url}/metrics`)
  return Number(
    new RegExp(`^sublet_http_requests_total\\{operation="${operation}",status="200"\\} (\\d+)$`, 'm').exec(text)?.[1],
  )
}

async function access() {
  const credentials = await demoCredentials(place['SUBLET_DATA_DIR'] ?? '')
  return { company: `${server.url}/billing/v1/${credentials.tenant}`, headers: await bearer(server.url, credentials) }
}

async function asked<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: (await findPostgres(place['SUBLET_DATA_DIR'] ?? ''))?.url })
  await client.connect()
  const { rows } = await client.query<Row>(text)
  await client.end()
  return rows
}

test('both serve on the one port, and either tells of both', async () => {
  for (let i = 0; i < 6; i++) await call('GET', `${server.url}/livez`)
  const by = () => new Set(linesOf(server).flatMap(({ path, process }) => (path === '/livez' ? [process] : [])))
  await until(async () => by().size === 2, 'requests answered by both')
  expect([await counted('alive'), await counted('alive')]).toEqual([6, 6])
})

/** Changes the company without end, on new connections; what was answered, by the name it got. */
function keepWriting(company: string, headers: { authorization: string }) {
  const acknowledged: string[] = []
  /** Whose connection was neither answered nor cut. */
  const forgotten: string[] = []
  const end = new AbortController()
  const write = async (writer: number) => {
    for (let n = 0; !end.signal.aborted; n++) {
      const title = `Writer ${writer}, ${n}.`
      const answer = await call('PATCH', company, { headers, body: { title } }).catch((error: Error) => error.message)
      if (typeof answer === 'string') forgotten.push(...(answer.startsWith('no answer') ? [title] : []))
      else if (answer.status === 200) acknowledged.push(title)
    }
  }
  const writers = [1, 2, 3, 4].map(write)
  const stop = async () => {
    end.abort()
    await Promise.all(writers)
  }
  return { acknowledged, forgotten, stop }
}

test.each([2, 1])(
  'kill -9 of process %i under load: the other goes on, another comes, and nothing is lost',
  async (number) => {
    const { company, headers } = await access()
    const before = await counted('alive')
    const writing = keepWriting(company, headers)
    const growsBy = (more: number) => {
      const begun = writing.acknowledged.length
      return until(async () => writing.acknowledged.length > begun + more, 'changes')
    }
    await growsBy(20)
    const killed = pidOf(number)
    process.kill(killed, 'SIGKILL')
    await growsBy(20)
    await until(async () => pidOf(number) !== killed, 'another in its place')
    await growsBy(20)
    await writing.stop()
    expect(server.out).toContain('a serving process has ended; another takes its place')
    const log = (await asked<{ said: string }>('select e::text as said from audit_entry e'))
      .map(({ said }) => said)
      .join()
    expect(writing.acknowledged.filter((title) => !log.includes(title))).toEqual([])
    expect(writing.forgotten).toEqual([])
    expect(await counted('alive')).toBeGreaterThanOrEqual(before)
  },
)

test('jobs are done, also by who has come later', async () => {
  await asked(`select graphile_worker.add_job('look_at_blocks', '{"blocks":["104.234.16.0/23"]}')`)
  const left = () => asked(`select from graphile_worker.jobs where task_identifier = 'look_at_blocks'`)
  await until(async () => (await left()).length === 0, 'the job done')
  expect(await left()).toEqual([])
})

test('SIGTERM under load: all are answered, and both are gone', async () => {
  const { company, headers } = await access()
  const load = new Load(company, { headers })
  await until(async () => load.answered > 100, 'answers')
  const [ended] = await Promise.all([server.end(), load.over()])
  expect(ended).toEqual({ code: 0, signal: null })
  expect([load.failures, [...load.statuses.keys()]]).toEqual([[], [200]])
  // Between the last look at the listener and its end the system may take in one more.
  expect(load.turnedAway).toBeLessThan(8)
  expect([1, 2].map((number) => isAlive(pidOf(number)))).toEqual([false, false])
})

const limit = 10

test('port and folder are free for the next; a key has as much as one server would give it, and no more', async () => {
  server = await machine.start({ ...place, SUBLET_LOG_LEVEL: 'info', SUBLET_RATE_LIMIT: String(limit) })
  const { company, headers } = await access()
  const begun = performance.now()
  const statuses: number[] = []
  for (let i = 0; i < 4 * limit; i++) statuses.push((await call('GET', company, { headers })).status)
  const sinceThen = Math.ceil(((performance.now() - begun) * limit) / 60_000)
  const answered = statuses.filter((status) => status === 200).length
  expect(answered).toBeGreaterThanOrEqual(limit)
  expect(answered).toBeLessThanOrEqual(limit + sinceThen)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
})

test('kill -9 of the first: nothing of it is left, and a start at once works', async () => {
  const pids = [1, 2].map(pidOf)
  await server.end('SIGKILL')
  await until(async () => !pids.some(isAlive), 'nobody left')
  server = await machine.start(place)
  const { company, headers } = await access()
  expect((await call('GET', company, { headers })).status).toBe(200)
  expect(await server.end()).toEqual({ code: 0, signal: null })
})
