import { describe, expect, it } from 'vitest'
import { dialectOf } from '../kernel/http/dialect.ts'
import { kernelProblem, Problem } from '../kernel/problems.ts'
import { described } from './described.ts'

const at = (path: string) => dialectOf(path, described.dialects)
const row = (status: number) => ({ code: 'test_row', status, sentence: 'No.' })

function write(problem: Problem, path: string) {
  const dialect = at(path)
  const status = dialect.status(problem.row, undefined)
  return { status, body: dialect.body(problem, status, 'r-1') }
}

describe('who says no how', () => {
  it.each([
    ['/oauth2/token', 'Token'],
    ['/nethub-data/v1/prefixes', 'PrefixData'],
    ['/nethub-analytics/x', 'PrefixData'],
    ['/billing/v1/x', ''],
    ['/oauth2', ''],
    ['/x/oauth2/token', ''],
    ['/', ''],
  ])('%s: %s', (path, name) => {
    expect(at(path).name).toBe(name)
  })
})

describe('prefix data', () => {
  it('knows only 400 for a broken request', () => {
    const { status } = at('/nethub-data/')
    expect([400, 409, 422, 404].map((given) => status(row(given), undefined))).toEqual([400, 400, 400, 404])
  })

  it('names reason, status and one sentence', () => {
    const problem = kernelProblem('invalid_fields', { fields: { a: ['is required'], b: ['must be x'] } })
    expect(write(problem, '/nethub-data/')).toEqual({
      status: 400,
      body: { status: 'Bad Request', code: 400, error: 'a: is required b: must be x' },
    })
  })
})

describe('OAuth', () => {
  it.each([
    ['media_type', 400, 'invalid_request'],
    ['body_too_large', 400, 'invalid_request'],
    ['invalid_fields', 400, 'invalid_request'],
    ['route_not_found', 404, 'invalid_request'],
    ['method_not_allowed', 405, 'invalid_request'],
    ['rate_limited', 429, 'temporarily_unavailable'],
    ['overloaded', 503, 'temporarily_unavailable'],
    ['internal', 500, 'server_error'],
  ] as const)('says of %s: %i %s', (code, status, error) => {
    expect(write(kernelProblem(code), '/oauth2/token')).toMatchObject({ status, body: { error } })
  })

  it('writes only what RFC 6749 §5.2 allows in a description', () => {
    const odd = new Problem(row(400), { message: 'Say "…" – ü\n\u{1f600}\0' })
    expect(String(write(odd, '/oauth2/token').body['error_description'])).toMatch(/^[\x20-\x21\x23-\x7e]+$/)
  })
})
