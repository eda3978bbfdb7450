import { describe, expect, it } from 'vitest'
import { dialectOf } from './dialect.ts'
import { kernelProblem } from '../problems.ts'

const common = dialectOf('/', [])

describe('in the common dialect', () => {
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
  ])('%i where %j is listed is %i', (status, listed, expected) => {
    expect(common.status({ code: 'test_row', status, sentence: 'No.' }, listed)).toBe(expected)
  })

  it('a refusal names code, sentence, request, and fields only if there are any', () => {
    expect(common.body(kernelProblem('not_found'), 404, 'r-1')).toEqual({
      message: 'There is no such object.',
      code: 'not_found',
      request_id: 'r-1',
    })
    const fields = { a: ['is required'] }
    expect(common.body(kernelProblem('invalid_fields', { fields }), 422, 'r-1')).toMatchObject({ errors: fields })
  })

  it.each([
    [{ 'a.0': ['is required'], b: ['is odd'] }, 'Some fields are not acceptable; see "errors". a.0: is required.'],
    [{ a: ['is one', 'is two.'] }, 'Some fields are not acceptable; see "errors". a: is one; is two.'],
    [{}, 'Some fields are not acceptable; see "errors".'],
  ])('of %j the message tells the first field', (fields, message) => {
    expect(common.body(kernelProblem('invalid_fields', { fields }), 422, 'r-1')).toMatchObject({ message })
  })

  it('a sentence for the one case stays as it is', () => {
    const told = kernelProblem('invalid_fields', { message: 'See order 7.', fields: { order: ['7'] } })
    expect(common.body(told, 422, 'r-1')).toMatchObject({ message: 'See order 7.' })
  })
})
