import { describe, expect, it } from 'vitest'
import { checklistOf, sidesOf } from './home.rules.ts'

const some = (rate: number) => ({ any: true, rate })
const none = { any: false, rate: 0 }

describe('sidesOf', () => {
  it('puts first what comes to more', () => {
    expect(sidesOf({ role: 'holder', leasing: some(200), holding: some(100) })).toEqual(['leasing', 'holding'])
    expect(sidesOf({ role: 'lessee', leasing: some(100), holding: some(200) })).toEqual(['holding', 'leasing'])
  })

  it('goes by what the company says of itself where both come to the same', () => {
    expect(sidesOf({ role: 'holder', leasing: some(0), holding: some(0) })).toEqual(['holding', 'leasing'])
    expect(sidesOf({ role: 'lessee', leasing: some(0), holding: some(0) })).toEqual(['leasing', 'holding'])
  })

  it('leaves out what there is nothing of', () => {
    expect(sidesOf({ role: 'holder', leasing: some(5), holding: none })).toEqual(['leasing'])
    expect(sidesOf({ role: 'lessee', leasing: none, holding: none })).toEqual([])
  })
})

describe('checklistOf', () => {
  const all = { address: true, activation: true, first_look: true, first_deal: true }

  it('is there until every step is done', () => {
    expect(checklistOf({ ...all, first_deal: false }, true)).toEqual({
      hidden: true,
      steps: [
        { name: 'address', done: true },
        { name: 'activation', done: true },
        { name: 'first_look', done: true },
        { name: 'first_deal', done: false },
      ],
    })
    expect(checklistOf(all, false)).toBeNull()
  })
})
