import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { machines } from '../../src/app/machines.ts'
import { deedWords } from '../../web/ui/audit-words.ts'

/** Every action that the program writes into the audit log: the moves of its state tables, and what its files name. */

const src = join(import.meta.dirname, '../../src')

const moves = machines.flatMap((machine) =>
  machine.states.flatMap((state) => machine.events(state).map((event) => `${machine.noun}.${event}`)),
)

/** Of a file that writes entries all `noun.event` but the names of news and of jobs; and verbs where a noun is given once. */
function actionsIn(text: string): string[] {
  if (!/\baudit(All)?\(/.test(text)) return []
  const whole = [...text.matchAll(/(?<!type: |name: )'([a-z_]+\.[a-z_]+)'/g)].map(([, action = '']) => action)
  const made = [...text.matchAll(/action: `([a-z_]+)\.\$\{verb\}`/g)].flatMap(([, noun = '']) => {
    const calls = text.matchAll(/\brecord\((?!\s*ctx: )(?:[^()']|\([^()]*\))*'([a-z_]+)'/g)
    return [...calls].map(([, verb = '']) => `${noun}.${verb}`)
  })
  return [...whole, ...made]
}

const files = globSync('**/*.ts', { cwd: src }).filter((path) => !path.endsWith('.test.ts'))
const named = files.flatMap((path) => actionsIn(readFileSync(join(src, path), 'utf8')))
const actions = [...new Set([...moves, ...named])].toSorted()

describe('the words of the audit log', () => {
  it('are there for every action', () => {
    expect(named.length).toBeGreaterThan(40)
    expect(actions.filter((action) => !(action in deedWords))).toEqual([])
  })

  it('are for no action that never is', () => {
    expect(Object.keys(deedWords).filter((action) => !actions.includes(action))).toEqual([])
  })
})
