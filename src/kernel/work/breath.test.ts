import { describe, expect, it } from 'vitest'
import { mapInBreaths } from './breath.ts'

const busyFor = (ms: number): void => {
  const begun = performance.now()
  while (performance.now() - begun < ms);
}

describe('work in breaths', () => {
  it('gives what a map gives, in order', async () => {
    expect(await mapInBreaths([3, 1, 2], (n) => n * 2)).toEqual([6, 2, 4])
    expect(await mapInBreaths([], String)).toEqual([])
  })

  it('lets others have their turn before it is done', async () => {
    const order: string[] = []
    setImmediate(() => order.push('other'))
    await mapInBreaths([1, 2, 3], () => busyFor(6))
    order.push('done')
    expect(order).toEqual(['other', 'done'])
  })

  it('stops at the first that fails', async () => {
    const seen: number[] = []
    const failing = (n: number): void => {
      seen.push(n)
      if (n === 2) throw new Error('two')
    }
    await expect(mapInBreaths([1, 2, 3], failing)).rejects.toThrow('two')
    expect(seen).toEqual([1, 2])
  })
})
