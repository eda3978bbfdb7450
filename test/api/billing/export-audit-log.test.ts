import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../../../src/app/routes.ts'
import { contextOf, system } from '../../../src/kernel/context.ts'
import { Content } from '../../../src/kernel/endpoint.ts'
import { openReachableWorld } from '../../support/server/socket.ts'
import { statementsOf } from '../../support/statements.ts'
import type { World } from '../../support/world.ts'

/** GET /billing/v1/{tenantUUID}/audit-log.csv (exportAuditLog), of a log that is far larger than a page. */

const entries = 40_000

let world: World
let url: string
let company: Awaited<ReturnType<World['client']>>
beforeAll(async () => {
  ;({ world, url } = await openReachableWorld())
  company = await world.client()
  // Many at the same moment, as a batch job writes them.
  const part = 20_000
  for (let from = 0; from < entries; from += part) await insertEntries(from + 1, from + part)
  await world.house.pool.query('analyze audit_deed')
})
afterAll(() => world.close())

const insertEntries = (from: number, to: number) =>
  world.house.pool.query(
    `insert into audit_deed (uuid, tenant_uuid, happened_at, actor_kind, actor_id, request_id, action, subject_kind, data)
     select uuidv7(), $1, timestamptz '2026-01-01Z' + n / 900 * interval '1 second', 'system', 'test', 'test',
       'test.a', 'test', jsonb_build_object('i', n)
     from generate_series($2::integer, $3::integer) n`,
    [company.tenant, from, to],
  )

/** What the endpoint would pipe to a client. */
async function open(): Promise<Readable> {
  const endpoint = routes.find(({ id }) => id === 'exportAuditLog')
  const ctx = contextOf(world.house, { actor: system('test'), tenant: company.tenant })
  const filter = { action: ['test.a'] }
  const answer = await endpoint?.handle(ctx, { query: { filter } } as never)
  if (!(answer instanceof Content) || typeof answer.body === 'string' || Buffer.isBuffer(answer.body))
    throw new Error('not a stream')
  return answer.body
}

const linesIn = (chunk: unknown): number => String(chunk).split('\r\n').length - 1

/** The download as a client has it, once its first bytes are there. */
async function begin(): Promise<{ readonly asked: ReturnType<typeof get>; readonly answer: IncomingMessage }> {
  const asked = get(`${url}/billing/v1/${company.tenant}/audit-log.csv`, { headers: company.bearer })
  asked.on('error', () => undefined)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.on('error', () => undefined)
  await once(answer, 'readable')
  return { asked, answer }
}

describe('a log of many entries', () => {
  it('comes whole, each entry once, in batches of which no more than two are in memory', async () => {
    const seen = new Set<string>()
    let lines = 0
    let largest = 0
    const statements = await statementsOf(async () => {
      for await (const chunk of await open()) {
        const read = linesIn(chunk)
        largest = Math.max(largest, read)
        lines += read
        for (const [, i = ''] of String(chunk).matchAll(/""i"":(\d+)/g)) seen.add(i)
      }
    })
    expect(lines).toBe(entries + 1)
    expect(seen.size).toBe(entries)
    expect(largest).toBe(501)
    expect(statements).toHaveLength(entries / 500 + 1)
  })

  it('is read no further than its reader is, and holds no connection meanwhile', async () => {
    const statements = await statementsOf(async () => {
      const stream = await open()
      await once(stream, 'readable')
      expect(linesIn(stream.read())).toBe(501)
      await once(stream, 'readable')
      await new Promise(setImmediate)
      const { pool } = world.house
      expect(pool.idleCount).toBe(pool.totalCount)
      stream.destroy()
      await once(stream, 'close')
    })
    expect(statements).toHaveLength(2)
  })

  it('is asked for no further when its client hangs up', async () => {
    const { asked, answer } = await begin()
    const closed = new Promise((resolve) => answer.once('close', resolve))
    asked.destroy()
    await closed
    await expect
      .poll(async () => (await statementsOf(() => new Promise((resolve) => setTimeout(resolve, 200)))).length)
      .toBe(0)
  })

  it('cuts the connection when the database fails midway, so that the file does not look whole', async () => {
    const { answer } = await begin()
    await world.house.pool.query('alter view audit_entry rename to audit_entry_away')
    try {
      const read = (async () => {
        for await (const chunk of answer) void chunk
      })()
      await expect(read).rejects.toThrow(/aborted|terminated|hang up/)
      expect(answer.complete).toBe(false)
    } finally {
      await world.house.pool.query('alter view audit_entry_away rename to audit_entry')
    }
  })
})
