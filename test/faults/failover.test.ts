import { setTimeout as pause } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../support/server/free-port.ts'
import { bodyOf, call, until } from '../support/http-call.ts'
import { bearer, Machine, type Env, type Server } from '../support/server/server-process.ts'
import { canFollow, Pair } from '../support/server/standby.ts'

/** A primary with a synchronous standby: found at the start, and found again after the primary has died under writes. */

const able = await canFollow()
if (!able) process.stdout.write('this PostgreSQL comes without its WAL receiver: no standby, no failover\n')

describe.skipIf(!able)('a primary with a synchronous standby', () => {
  let machine: Machine
  let pair: Pair
  let env: Env
  let server: Server
  let company: string
  let headers: { authorization: string }

  beforeAll(async () => {
    machine = await Machine.open()
    pair = await Pair.open()
    env = { DATABASE_URL: pair.url, SUBLET_DATA_DIR: machine.newFolder(), SUBLET_AUTO_ACTIVATE: '1' }
    server = await machine.start(env)
    const { uuid } = await json<{ uuid: string }>(['tenant', 'create', '--title', 'Before'])
    const key = ['key', 'create', '--tenant', uuid, '--name', 'k', '--scopes', 'billing']
    const made = await json<{ client_id: string; client_secret: string }>(key)
    headers = await bearer(server.url, { ...made, tenant: uuid, password: '' })
    company = `${server.url}/billing/v1/${uuid}`
  })
  afterAll(async () => {
    await machine.close()
    await pair.close()
  })

  async function json<T>(args: readonly string[]): Promise<T> {
    const { code, out, err } = await machine.command([...args, '--json'], env)
    if (code !== 0) throw new Error(err)
    return JSON.parse(out) as T
  }

  it('a standby alone is refused at the start, in one sentence', async () => {
    const alone = { ...env, DATABASE_URL: pair.standby.url, SUBLET_PORT: String(await freePort()) }
    const { code, out, err } = await machine.command(['start'], alone)
    expect([code, out, err]).toEqual([
      1,
      '',
      'The database cannot be used: it accepts no writes: it is a standby, or set to read only.\n',
    ])
  })

  it('kill -9 of the primary under writes: 503 and not ready until the promotion, then back; nothing promised is lost', async () => {
    const kept: string[] = []
    const statuses = new Map<number, number>()
    const stopped = new AbortController()
    let lastWrite = 0
    const write = async (): Promise<void> => {
      while (!stopped.signal.aborted) {
        const title = randomUUID()
        const { status } = await call('PATCH', company, { headers, body: { title }, patience: 60_000 })
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status === 200) {
          kept.push(title)
          lastWrite = performance.now()
        }
        await pause(5)
      }
    }
    const writers = Array.from({ length: 6 }, write)
    await until(async () => kept.length > 60, 'writes')
    await pair.killPrimary()
    await until(async () => (await call('GET', `${server.url}/readyz`)).status === 503, 'not ready')
    const before = kept.length
    await pair.promote()
    const promoted = performance.now()
    await until(async () => kept.length > before, 'writes again')
    const ms = lastWrite - promoted
    await until(async () => (await call('GET', `${server.url}/readyz`)).status === 200, 'ready again')
    stopped.abort()
    await Promise.all(writers)
    process.stdout.write(`writes back ${Math.round(ms)} ms after the promotion: ${JSON.stringify([...statuses])}\n`)
    const { rows } = await pair.ask(
      'standby',
      `select data->>'title' as title from audit_entry where action = 'tenant.changed'`,
    )
    const found = new Set(rows.map(({ title }: { title: string }) => title))
    expect(kept.filter((title) => !found.has(title))).toEqual([])
    expect([...statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect(ms).toBeLessThan(10_000)
  })

  it('jobs and commands go on at the new primary', async () => {
    const done = `select from graphile_worker.jobs where task_identifier = 'seal_audit_log'`
    await pair.ask('standby', `select graphile_worker.add_job('seal_audit_log', '{}')`)
    await until(async () => (await pair.ask('standby', done)).rowCount === 0, 'the job done')
    bodyOf(await call('GET', company, { headers }))
    expect(await json<unknown[]>(['tenant', 'list'])).toHaveLength(1)
  })
})
