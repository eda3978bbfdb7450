import { describe, expect, it } from 'vitest'
import { inTurn } from './jobs.ts'

describe('inTurn', () => {
  it('does all of it, one after the other, and throws what failed first', async () => {
    const done: string[] = []
    const work = async (name: string) => {
      done.push(`${name} begins`)
      await Promise.resolve()
      if (name !== 'b') throw new Error(name)
      done.push(`${name} ends`)
    }
    await expect(inTurn(['a', 'b', 'c'], work)).rejects.toThrow('a')
    expect(done).toEqual(['a begins', 'b begins', 'b ends', 'c begins'])
    await expect(inTurn(['b'], work)).resolves.toBeUndefined()
  })
})
