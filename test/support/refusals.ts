import { STATUS_CODES } from 'node:http'
import { expect } from 'vitest'
import { pathOf, type Endpoint } from '../../src/kernel/endpoint.ts'
import type { Answered } from './world.ts'

/**
 * What a refusal looks like in the dialect of its API (decisions 1, Error body), written down a second time on purpose.
 */

export function expectedStatus({ route, codes }: Pick<Endpoint, 'route' | 'codes'>, status: number): number {
  const path = pathOf({ route })
  if (path.startsWith('/oauth2/')) return [401, 429, 500, 503].includes(status) ? status : 400
  if (![400, 409, 422].includes(status)) return status
  if (path.startsWith('/nethub-')) return 400
  if (!codes || codes.includes(status)) return status
  return [400, 422].find((listed) => codes.includes(listed)) ?? status
}

export function expectRefusal(
  answer: Answered,
  endpoint: Pick<Endpoint, 'route' | 'codes'>,
  row: [number, string],
): void {
  const [usual, code] = row
  const status = expectedStatus(endpoint, usual)
  const text = answer.text.slice(0, 300)
  expect({ status: answer.status, text }).toEqual({ status, text })
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
  const path = pathOf(endpoint)
  if (path.startsWith('/nethub-'))
    expect(answer.body).toEqual({ status: STATUS_CODES[status], code: status, error: expect.any(String) })
  else if (path.startsWith('/oauth2/')) expect(answer.body.error).toMatch(/^[a-z_]+$/)
  else
    expect(answer.body).toMatchObject({ message: expect.stringMatching(/.\.$/), code, request_id: expect.any(String) })
}

/** The text of an answer without what differs in every answer. */
export function anonymous({ text }: Answered): string {
  return text.replaceAll(/"request_id":"[^"]*"/g, '"request_id":"…"')
}

/** Field errors name the field, wherever the dialect has room for names or only for a sentence. */
export function expectField(
  answer: Answered,
  endpoint: Pick<Endpoint, 'route' | 'codes'>,
  path: readonly string[],
): void {
  expectRefusal(answer, endpoint, [422, 'invalid_fields'])
  const told = answer.body.errors ? Object.keys(answer.body.errors).join(' ') : answer.text
  expect(told).toContain(path.join('.'))
}
