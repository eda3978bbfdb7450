import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { quickTests } from './quick-tests.ts'

const root = join(import.meta.dirname, '..')
const files = globSync('{client,src,scripts,web,test}/**/*.test.ts', { cwd: root })
const named = (beginning: string) => files.filter((file) => file.startsWith(beginning))

describe('what one runs while working', () => {
  it.each(quickTests)('finds tests under %s', (beginning) => expect(named(beginning)).not.toEqual([]))

  it('is less than half of the tests, and none that kills a server or opens a browser', () => {
    const chosen = quickTests.flatMap(named)
    expect(new Set(chosen).size).toBe(chosen.length)
    expect(chosen.length).toBeLessThan(files.length / 2)
    expect(chosen.filter((file) => /^test\/(faults|browser)\//.test(file))).toEqual([])
  })

  it.each(['test:quick', 'test:times'])('is asked for by a script, %s, of a file that is there', (name) => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Readonly<Record<string, string>>
    }
    const [program, file = ''] = scripts[name]?.split(' ') ?? []
    expect(program).toBe('node')
    expect(existsSync(join(root, file))).toBe(true)
  })
})
