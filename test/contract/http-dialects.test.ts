import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoint, type Endpoint } from '../../src/kernel/endpoint.ts'
import { kernelProblem } from '../../src/kernel/problems.ts'
import { Answer, Int, Type } from '../../src/kernel/http/schema.ts'
import { bearerOf } from '../support/callers.ts'
import { openWorld, type World } from '../support/world.ts'

/** Three ways of saying no, and operations with a list of the codes they may say it with (decisions 1, Codes). */

const body = Type.Object({ size: Int(1, 5) })

/** Refuses as the size says: 1 a lost race, 2 a broken rule, 3 an unknown object, 4 a defect. */
function refusing(id: string, path: string, codes?: readonly number[]): Endpoint {
  return endpoint({
    id,
    route: `POST ${path}` as Endpoint['route'],
    tag: 'Test',
    summary: 'Refuse',
    access: { by: 'token', scope: path.startsWith('/nethub') ? 'nethub-data' : 'billing' },
    body,
    ...(codes ? { codes } : {}),
    answer: Answer({}),
    refuses: kernelProblem.rows('state_conflict', 'idempotency_mismatch', 'not_found'),
    handle: (_ctx, { body }) => {
      if (body.size === 1) throw kernelProblem('state_conflict')
      if (body.size === 2) throw kernelProblem('idempotency_mismatch')
      if (body.size === 3) throw kernelProblem('not_found')
      if (body.size === 4) throw new Error('the password is hunter2')
      return {}
    },
  })
}

let world: World
let headers: Readonly<Record<string, string>>
beforeAll(async () => {
  world = await openWorld({
    endpoints: [
      refusing('testFree', '/billing/v1/test/free'),
      refusing('testListing400', '/billing/v1/test/listing-400', [200, 400]),
      refusing('testListing422', '/billing/v1/test/listing-422', [200, 401, 422]),
      refusing('testListingBoth', '/billing/v1/test/listing-both', [200, 400, 422]),
      refusing('testListing404', '/billing/v1/test/listing-404', [200, 404]),
      refusing('testPrefixData', '/nethub-data/v1/test'),
    ],
  })
  headers = (await bearerOf(world, await world.tenant(), ['billing', 'nethub-data'])).headers
})
afterAll(() => world.close())

const send = (path: string, payload: string) =>
  world.call('POST', path, { payload, headers: { ...headers, 'content-type': 'application/json' } })

const ways = ['{"size":1}', '{"size":2}', '{"size":3}', '{"size":4}', '{"size":9}', '{"size":', '{"size":5}']

describe('status codes', () => {
  it.each([
    ['/billing/v1/test/free', [409, 422, 404, 500, 422, 400, 200]],
    ['/billing/v1/test/listing-400', [400, 400, 404, 500, 400, 400, 200]],
    ['/billing/v1/test/listing-422', [422, 422, 404, 500, 422, 422, 200]],
    ['/billing/v1/test/listing-both', [400, 422, 404, 500, 422, 400, 200]],
    ['/billing/v1/test/listing-404', [409, 422, 404, 500, 422, 400, 200]],
    ['/nethub-data/v1/test', [400, 400, 404, 500, 400, 400, 200]],
  ])('%s: lost race, broken rule, unknown, defect, field, unreadable, fine', async (path, statuses) => {
    const answers: number[] = []
    for (const payload of ways) answers.push((await send(path, payload)).status)
    expect(answers).toEqual(statuses)
  })

  it('that the specification does not list stay as they are: 401, 403, 413, 415', async () => {
    const path = '/billing/v1/test/listing-400'
    const poor = await bearerOf(world, await world.tenant(), ['ecommerce'])
    const json = { 'content-type': 'application/json' }
    expect((await world.call('POST', path, { payload: '{}', headers: json })).status).toBe(401)
    expect((await world.call('POST', path, { payload: '{}', headers: { ...json, ...poor.headers } })).status).toBe(403)
    expect((await send(path, `"${'a'.repeat(1_048_576)}"`)).status).toBe(413)
    const text = { ...headers, 'content-type': 'text/plain' }
    expect((await world.call('POST', path, { payload: 'a', headers: text })).status).toBe(415)
  })
})

describe('bodies of refusals', () => {
  it('in billing and commerce: sentence, code, fields, request id', async () => {
    const answer = await send('/billing/v1/test/free', '{"size":9}')
    expect(answer.body).toEqual({
      message: 'Some fields are not acceptable; see "errors". size: must be at most 5.',
      code: 'invalid_fields',
      errors: { size: ['must be at most 5'] },
      request_id: answer.headers['x-request-id'],
    })
    const plain = await send('/billing/v1/test/free', '{"size":1}')
    expect(Object.keys(plain.body)).toEqual(['message', 'code', 'request_id'])
  })

  it('in prefix-data: reason phrase, status, one sentence with the fields in it', async () => {
    const answers = [await send('/nethub-data/v1/test', '{"size":9}'), await send('/nethub-data/v1/test', '{"size":3}')]
    expect(answers.map((answer) => answer.body)).toEqual([
      { status: 'Bad Request', code: 400, error: 'size: must be at most 5' },
      { status: 'Not Found', code: 404, error: 'There is no such object.' },
    ])
    const challenged = await world.call('POST', '/nethub-data/v1/test', { payload: {} })
    expect(challenged.body).toMatchObject({ status: 'Unauthorized', code: 401 })
    expect(challenged.headers['www-authenticate']).toMatch(/^Bearer /)
  })

  it('of a defect say nothing about it', async () => {
    for (const path of ['/billing/v1/test/free', '/nethub-data/v1/test']) {
      const answer = await send(path, '{"size":4}')
      expect([answer.status, answer.headers['retry-after']]).toEqual([500, '1'])
      expect(answer.text).not.toMatch(/hunter2|Error:|\.ts/)
    }
  })
})

describe('a known path with another method', () => {
  it.each([
    ['PUT', '/billing/v1/00000000-0000-7000-8000-000000000000', 'GET, HEAD, PATCH'],
    ['DELETE', '/ecommerce/public/common/countries', 'GET, HEAD'],
    ['POST', '/openapi.json', 'GET, HEAD'],
  ])('%s %s: the common dialect, whoever asks', async (method, path, allow) => {
    const answer = await world.call(method, path)
    expect([answer.status, answer.headers['allow'], answer.body]).toEqual([
      405,
      allow,
      { message: `This address takes ${allow}.`, code: 'method_not_allowed', request_id: expect.any(String) },
    ])
  })

  it('in prefix data and OAuth: by their own words', async () => {
    const prefix = await world.call('GET', '/nethub-data/x/prefixes/search/more/words')
    expect(prefix.status).toBe(404)
    const search = await world.call('DELETE', '/nethub-data/x/prefixes/search')
    expect([search.status, search.body]).toEqual([
      405,
      { status: 'Method Not Allowed', code: 405, error: `This address takes ${search.headers['allow']}.` },
    ])
    expect(search.headers['allow']).toContain('POST')
    const token = await world.call('GET', '/oauth2/token')
    expect([token.status, token.headers['allow'], token.body]).toEqual([
      405,
      'POST',
      { error: 'invalid_request', error_description: 'This address takes POST.' },
    ])
  })
})

describe('what is not there', () => {
  it.each(['/nowhere', '/billing/v1', '/portal/nowhere', '/ecommerce/nowhere', '/oauth2'])(
    '%s: the common dialect',
    async (path) => {
      const answer = await world.call('GET', path)
      expect([answer.status, answer.body.code]).toEqual([404, 'route_not_found'])
    },
  )

  it.each(['/nethub-data/nowhere', '/nethub-analytics/nowhere'])('%s: prefix-data', async (path) => {
    const answer = await world.call('GET', path)
    expect([answer.status, answer.body]).toEqual([
      404,
      { status: 'Not Found', code: 404, error: 'There is no such address; the API is described at /docs.' },
    ])
  })

  it('/oauth2/nowhere: OAuth', async () => {
    const answer = await world.call('GET', '/oauth2/nowhere')
    expect([answer.status, answer.body.error]).toEqual([404, 'invalid_request'])
  })
})
