import { describe, expect, it } from 'vitest'
import { statusOf, writeProblem } from './dialect.ts'
import { dialectOf } from '../endpoint.ts'
import { kernelProblem, Problem } from '../problems.ts'

const row = (status: number) => ({ code: 'test_row', status, sentence: 'No.' })
const write = (problem: Problem, dialect: 'common' | 'prefix-data' | 'oauth', codes?: number[]) =>
  writeProblem(problem, dialect, codes, 'r-1')

describe('dialectOf', () => {
  it.each([
    ['/oauth2/token', 'oauth'],
    ['/nethub-data/v1/prefixes', 'prefix-data'],
    ['/nethub-analytics/x', 'prefix-data'],
    ['/billing/v1/x', 'common'],
    ['/oauth2', 'common'],
    ['/x/oauth2/token', 'common'],
    ['/', 'common'],
  ])('%s: %s', (path, dialect) => {
    expect(dialectOf(path)).toBe(dialect)
  })
})

describe('statusOf', () => {
  it.each([
    [409, undefined, 409],
    [409, [200, 400], 400],
    [409, [200, 422], 422],
    [409, [200, 409, 422], 409],
    [409, [200, 404], 409],
    [422, [200, 400], 400],
    [400, [200, 422], 422],
    [404, [200, 400], 404],
    [401, [200, 400], 401],
    [503, [200, 400], 503],
  ])('%i where %j is listed: %i', (status, listed, expected) => {
    expect(statusOf(row(status), 'common', listed)).toBe(expected)
  })

  it('knows only 400 for a broken request in prefix-data', () => {
    expect([400, 409, 422].map((status) => statusOf(row(status), 'prefix-data', undefined))).toEqual([400, 400, 400])
  })
})

describe('writeProblem', () => {
  it('in the common dialect names code, sentence, request, and fields only if there are any', () => {
    expect(write(kernelProblem('not_found'), 'common')).toEqual({
      status: 404,
      body: { message: 'There is no such object.', code: 'not_found', request_id: 'r-1' },
    })
    expect(write(kernelProblem('invalid_fields', { fields: { a: ['is required'] } }), 'common').body).toMatchObject({
      errors: { a: ['is required'] },
    })
  })

  it('in prefix-data names reason, status and one sentence', () => {
    expect(
      write(kernelProblem('invalid_fields', { fields: { a: ['is required'], b: ['must be x'] } }), 'prefix-data'),
    ).toEqual({
      status: 400,
      body: { status: 'Bad Request', code: 400, error: 'a: is required b: must be x' },
    })
  })

  it.each([
    ['media_type', 400, 'invalid_request'],
    ['body_too_large', 400, 'invalid_request'],
    ['invalid_fields', 400, 'invalid_request'],
    ['route_not_found', 404, 'invalid_request'],
    ['rate_limited', 429, 'temporarily_unavailable'],
    ['overloaded', 503, 'temporarily_unavailable'],
    ['internal', 500, 'server_error'],
  ] as const)('in OAuth %s is %i %s', (code, status, error) => {
    expect(write(kernelProblem(code), 'oauth')).toMatchObject({ status, body: { error } })
  })

  it('in OAuth writes only what RFC 6749 §5.2 allows in a description', () => {
    const odd = new Problem(row(400), { message: 'Say "…" – ü\n\u{1f600}\0' })
    expect(String(write(odd, 'oauth').body['error_description'])).toMatch(/^[\x20-\x21\x23-\x7e]+$/)
  })
})
