import { describe, expect, it } from 'vitest'
import { Problem } from '../../api/problem.ts'
import { forEachOf } from './each.ts'

const twelve = Array.from({ length: 12 }, (_, i) => i + 1)
const always = { goesOn: () => true, onStep: () => undefined }

describe('forEachOf', () => {
  it('has at most four under way, and tells how many are over', async () => {
    let [underWay, most] = [0, 0]
    const steps: number[] = []
    const work = async () => {
      most = Math.max(most, ++underWay)
      await Promise.resolve()
      underWay--
    }
    const outcome = await forEachOf(twelve, work, { ...always, onStep: (over) => steps.push(over) })
    expect([most, steps, outcome.done.length, outcome.failed, outcome.left]).toEqual([4, twelve, 12, [], []])
  })

  it('goes on after a refusal, and says which it was', async () => {
    const refusal = new Problem(422, { code: 'offer_ended', message: 'It has ended.' })
    const { done, failed, left } = await forEachOf(
      twelve,
      (n) => (n % 5 === 0 ? Promise.reject(refusal) : Promise.resolve()),
      always,
    )
    expect(failed).toEqual([
      { item: 5, problem: refusal },
      { item: 10, problem: refusal },
    ])
    expect([done.length, left]).toEqual([10, []])
  })

  it.each([
    ['the session is lost', new Problem(401, {})],
    ['nobody proves who they are', new Problem(403, { code: 'proof_needed' })],
    ['the server cannot be reached', new TypeError('Failed to fetch')],
  ])('begins no other once %s', async (_, error) => {
    const begun: number[] = []
    const work = (n: number) => {
      begun.push(n)
      return n === 3 ? Promise.reject(error) : new Promise((resolve) => setTimeout(resolve))
    }
    const { done, failed, left } = await forEachOf(twelve, work, always)
    expect(begun).toEqual([1, 2, 3, 4])
    expect([done, failed.map(({ item }) => item), left]).toEqual([[1, 2, 4], [3], twelve.slice(4)])
  })

  it('begins no other once the page is left', async () => {
    let here = true
    const { done, left } = await forEachOf(
      twelve,
      async (n) => {
        await Promise.resolve()
        if (n === 2) here = false
      },
      { ...always, goesOn: () => here },
    )
    expect(done.length + left.length).toBe(12)
    expect(left.length).toBeGreaterThanOrEqual(7)
  })

  it('of none is nothing', async () => {
    expect(await forEachOf([], () => Promise.reject(new Error('never')), always)).toEqual({
      done: [],
      failed: [],
      left: [],
    })
  })
})
