import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../../src/app/routes.ts'
import { isSafe, methodOf, tenantParam, type Endpoint } from '../../src/kernel/endpoint.ts'
import { admitted, type Caller } from '../support/callers.ts'
import { expectedStatus, expectField, expectRefusal } from '../support/refusals.ts'
import { accepts, fieldsOf, oddValues, pathFor, sampleBody, sending, withField, type Node } from '../support/sample.ts'
import { openWorld, type Answered, type World } from '../support/world.ts'

/** The bodies every endpoint may be sent, hostile or just wrong: refused, and never a defect. */

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

type Row = readonly [id: string, endpoint: Endpoint]
const rows = (wanted: (endpoint: Endpoint) => boolean): Row[] => routes.filter(wanted).map((e) => [e.id, e] as const)

async function send(
  endpoint: Endpoint,
  sent: { payload?: string | Buffer; headers?: Record<string, string> },
  caller?: Caller,
): Promise<Answered> {
  // Counted attempts must not run out while we knock on the same door a hundred times.
  if (endpoint.access.by === 'anyone') await world.house.pool.query('delete from sign_in_failures')
  const { tenant, headers } = caller ?? (await admitted(world, endpoint))
  const name = tenantParam(endpoint)
  const path = pathFor(endpoint, name === null ? {} : { [name]: tenant })
  const { payload } = sent
  return world.call(methodOf(endpoint), path, {
    ...(payload === undefined ? {} : { payload }),
    headers: { ...headers, ...sent.headers },
  })
}

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const bytes = (text: string) => Buffer.from(text, 'latin1')

const unreadable: Readonly<Record<string, string | Buffer>> = {
  'not finished': '{"a":',
  'two values': '{}{}',
  'no JSON': 'a=1',
  'nested too deep': `${'['.repeat(60_000)}${']'.repeat(60_000)}`,
  'objects nested too deep': `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`,
  'a NUL': String.raw`{"a":"\u0000"}`,
  'a NUL in a name': String.raw`{"\u0000":1}`,
  'a lone surrogate': String.raw`{"a":"\ud800"}`,
  'a prototype': '{"__proto__":{"a":1}}',
  'a prototype within': '{"a":[{"__proto__":{"a":1}}]}',
  'bytes that are no UTF-8': bytes('{"a":"\xff"}'),
  'an overlong NUL': bytes('{"a":"\xc0\x80"}'),
  'UTF-16': Buffer.from('{"a":1}', 'utf16le'),
}

const unreadableForms: Readonly<Record<string, string | Buffer>> = {
  'a broken escape': 'a=%zz',
  'a NUL': 'a=%00',
  'escaped bytes that are no UTF-8': 'a=%ff',
  'bytes that are no UTF-8': bytes('a=\xff'),
  'a field twice': 'a=1&a=2',
}

const isAccepted = ({ body }: Endpoint, text: string) => accepts(body as Node, JSON.parse(text), 'body')

describe('bodies', () => {
  const withBody = rows((endpoint) => !isSafe(endpoint))

  it.each(withBody)('%s: unreadable ones are refused', async (_id, endpoint) => {
    const caller = await admitted(world, endpoint)
    const headers = endpoint.form ? form : json
    for (const payload of Object.values(endpoint.form ? unreadableForms : unreadable))
      expectRefusal(await send(endpoint, { payload, headers }, caller), endpoint, [400, 'unreadable_body'])
  })

  it.each(withBody)('%s: 415 for another type, 413 for too much', async (_id, endpoint) => {
    const caller = await admitted(world, endpoint)
    const others = [
      'text/plain',
      ...(endpoint.form === 'either' ? [] : ['multipart/form-data; boundary=x']),
      'application/jsonp',
      'nonsense',
      endpoint.form ? json['content-type'] : form['content-type'],
    ]
    for (const type of others) {
      const answer = await send(endpoint, { payload: '{}', headers: { 'content-type': type } }, caller)
      expectRefusal(answer, endpoint, [415, 'media_type'])
    }
    const headers = endpoint.form ? form : json
    const large = await send(endpoint, { payload: `"${'a'.repeat(1_048_576)}"`, headers }, caller)
    expectRefusal(large, endpoint, [413, 'body_too_large'])
    const brim = await send(endpoint, { payload: `{"a":"${'a'.repeat(1_048_576 - 8)}"}`, headers: json }, caller)
    expect(brim.status).not.toBe(413)
  })

  it.each(withBody)('%s: an empty one counts as no fields', async (_id, endpoint) => {
    const headers = endpoint.form ? form : json
    const answers = [
      await send(endpoint, { headers }),
      await send(endpoint, { payload: '', headers }),
      await send(endpoint, { payload: endpoint.form ? 'unknown=1' : '{"unknown":1}', headers }),
    ]
    expect(new Set(answers.map(({ status }) => status)).size).toBe(1)
    expect(answers[0]?.status).toBeLessThan(500)
    expect(answers[0]?.text).not.toMatch(/unreadable_body|media_type/)
  })

  it.each(rows(({ body, form }) => body !== undefined && !form))(
    '%s: each field of a wrong type or past its limit is refused',
    async (_id, endpoint) => {
      const caller = await admitted(world, endpoint)
      const whole = sampleBody(endpoint)
      for (const payload of ['[]', '"text"', '5', 'true', 'null'].filter((text) => !isAccepted(endpoint, text)))
        expectRefusal(await send(endpoint, { payload, headers: json }, caller), endpoint, [422, 'invalid_fields'])
      for (const [path, node] of fieldsOf(endpoint.body as Node))
        for (const value of oddValues(node).filter((odd) => !accepts(node, odd, 'body'))) {
          const sent = sending(endpoint, withField(whole, path, value))
          const answer = await send(endpoint, sent, caller)
          expectField(answer, endpoint, path)
        }
    },
  )

  it.each(rows(({ body, form }) => body !== undefined && !form))(
    '%s: numbers no column holds are refused or harmless',
    async (_id, endpoint) => {
      const caller = await admitted(world, endpoint)
      for (const [path] of fieldsOf(endpoint.body as Node))
        for (const literal of ['1e999', '-1e999', '9223372036854775808', '1e-999', '0.1e1']) {
          const text = JSON.stringify(withField(sampleBody(endpoint), path, '@')).replace('"@"', literal)
          const answer = await send(endpoint, { payload: text, headers: json }, caller)
          expect({ text, status: answer.status }).toEqual({ text, status: expect.toSatisfy((s: number) => s < 500) })
        }
    },
  )

  it.each(rows((endpoint) => endpoint.form !== undefined))(
    '%s: fields past their limit are refused',
    async (_id, endpoint) => {
      for (const [path, node] of fieldsOf(endpoint.body as Node)) {
        const body = { ...sampleBody(endpoint), [path[0] ?? '']: 'x'.repeat((node.maxLength ?? 0) + 1) }
        expectRefusal(await send(endpoint, sending(endpoint, body)), endpoint, [422, 'invalid_fields'])
      }
    },
  )

  it.each(rows((endpoint) => endpoint.body !== undefined))(
    '%s: fields left out never make a defect',
    async (_id, endpoint) => {
      const whole = sampleBody(endpoint)
      for (const name of (endpoint.body as Node).required ?? []) {
        const body = { ...whole }
        delete body[name]
        const answer = await send(endpoint, sending(endpoint, body))
        expect(answer.status).toBe(expectedStatus(endpoint, 422))
      }
    },
  )
})
