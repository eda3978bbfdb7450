import { describe, expect, it } from 'vitest'
import { kernelProblem, Problem, problems } from './problems.ts'

const test = problems({ taken: [409, 'It is taken.'], gone: [404, 'It is gone.'] })

describe('problems', () => {
  it('are errors with their row, their sentence or one for the case', () => {
    const plain = test('taken')
    expect(plain).toBeInstanceOf(Problem)
    expect([plain.message, plain.row, plain.fields, plain.headers]).toEqual([
      'It is taken.',
      { code: 'taken', status: 409, sentence: 'It is taken.' },
      undefined,
      {},
    ])
    const told = test('taken', { message: 'A is taken.', fields: { a: ['is taken'] }, headers: { 'retry-after': '1' } })
    expect([told.message, told.row.sentence, told.fields, told.headers]).toEqual([
      'A is taken.',
      'It is taken.',
      { a: ['is taken'] },
      { 'retry-after': '1' },
    ])
  })

  it('are listed by code, or all', () => {
    expect(test.rows('gone')).toEqual([{ code: 'gone', status: 404, sentence: 'It is gone.' }])
    expect(test.all.map(({ code }) => code)).toEqual(['taken', 'gone'])
    expect(kernelProblem.all.length).toBeGreaterThan(20)
  })

  it('of the kernel tell people what to do, not how we work', () => {
    for (const { sentence } of kernelProblem.all) expect(sentence).not.toMatch(/exception|null|undefined|SQL|stack/i)
  })
})
