import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../../src/app/routes.ts'
import { isSafe, methodOf, tenantParam, type Endpoint } from '../../src/kernel/endpoint.ts'
import { propertiesOf } from '../../src/kernel/http/schema.ts'
import { admitted, type Caller } from '../support/callers.ts'
import { expectedStatus, expectRefusal } from '../support/refusals.ts'
import { accepts, fieldsOf, oddValues, pathFor, sampleBody, sending, type Node } from '../support/sample.ts'
import { openWorld, type Answered, type World } from '../support/world.ts'

/** The queries every endpoint may be sent, hostile or just wrong: refused, and never a defect. */

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

type Row = readonly [id: string, endpoint: Endpoint]
const rows = (wanted: (endpoint: Endpoint) => boolean): Row[] => routes.filter(wanted).map((e) => [e.id, e] as const)

async function send(
  endpoint: Endpoint,
  sent: { payload?: string | Buffer; headers?: Record<string, string>; query?: string },
  caller?: Caller,
): Promise<Answered> {
  // Counted attempts must not run out while we knock on the same door a hundred times.
  if (endpoint.access.by === 'anyone') await world.house.pool.query('delete from sign_in_failures')
  const { tenant, headers } = caller ?? (await admitted(world, endpoint))
  const name = tenantParam(endpoint)
  const path = pathFor(endpoint, name === null ? {} : { [name]: tenant })
  const { query, payload } = sent
  return world.call(methodOf(endpoint), query === undefined ? path : `${path}?${query}`, {
    ...(payload === undefined ? {} : { payload }),
    headers: { ...headers, ...sent.headers },
  })
}

/** As a query would carry it, or null where a query cannot. */
function queryText(name: string, value: unknown): string | null {
  const pair = (key: string, text: unknown) => `${key}=${encodeURIComponent(String(text))}`
  if (value === null) return null
  if (Array.isArray(value))
    return value.length > 0 && value.every((item) => typeof item !== 'object')
      ? value.map((item) => pair(`${name}[]`, item)).join('&')
      : null
  if (typeof value === 'object') return pair(`${name}[a]`, 1)
  return pair(name, value)
}

/** The value as the query's parser hands it over. */
function asText(value: string | number | boolean | object): unknown {
  if (Array.isArray(value)) return value.map(String)
  return typeof value === 'object' ? { a: '1' } : String(value)
}

describe('queries', () => {
  it.each(rows(() => true))('%s: one that cannot be read is refused', async (_id, endpoint) => {
    const caller = await admitted(world, endpoint)
    const sent = sending(endpoint, sampleBody(endpoint))
    for (const query of ['a=%ff', 'a=%00', '%', 'a=%u0041', '%c0%80=1'])
      expectRefusal(await send(endpoint, { ...sent, query }, caller), endpoint, [400, 'unreadable_query'])
  })

  it.each(rows(isSafe))('%s: unknown parameters change nothing', async (_id, endpoint) => {
    const caller = await admitted(world, endpoint)
    const plain = await send(endpoint, {}, caller)
    const query = 'nonsense=1&__proto__=1&constructor[prototype]=1&toString=1&a[b][c][d]=1&=1&[]=1&a[=1&&&'
    expect((await send(endpoint, { query }, caller)).status).toBe(plain.status)
  })

  it.each(rows(({ query }) => query !== undefined))('%s: odd values are refused or harmless', async (_id, endpoint) => {
    const caller = await admitted(world, endpoint)
    const body = sending(endpoint, sampleBody(endpoint))
    let refused = 0
    for (const [path, node] of fieldsOf(endpoint.query as Node)) {
      const name = path.length === 1 ? path[0] : `${path[0]}[${path[1]}]`
      for (const value of oddValues(node)) {
        const query = queryText(name ?? '', value)
        if (query === null || node.type === 'object') continue
        const answer = await send(endpoint, { ...body, query }, caller)
        const refusable = !accepts(node, asText(value ?? {}), 'query')
        const fine = refusable ? answer.status === expectedStatus(endpoint, 422) : answer.status < 500
        expect({ query, fine }).toEqual({ query, fine: true })
        refused += Number(answer.status >= 400)
      }
    }
    expect(refused).toBeGreaterThan(0)
  })

  const sorted = rows(({ query }) => 'sort' in (query === undefined ? {} : propertiesOf(query)))
  it.each(sorted)('%s: an unknown sort field is refused', async (_id, endpoint) => {
    for (const field of ['no_such_field', '-', 'uuid;drop', 'constructor']) {
      const answer = await send(endpoint, { query: `sort=${field}` })
      expectRefusal(answer, endpoint, [422, 'invalid_fields'])
    }
  })

  const filtered = rows(({ query }) => 'filter' in (query === undefined ? {} : propertiesOf(query)))
  it.each(filtered)('%s: an unknown filter is refused', async (_id, endpoint) => {
    for (const field of ['no_such_field', 'constructor', '__proto__', 'toString']) {
      const answer = await send(endpoint, { query: `filter[${field}]=1` })
      expectRefusal(answer, endpoint, [422, 'invalid_fields'])
    }
  })
})
