import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { eventsBySlice } from '../../src/app/events.ts'
import { machines } from '../../src/app/machines.ts'
import { deedWords } from '../../web/ui/audit-words.ts'

/**
 * Every action that the program writes into the audit log: the moves of its state tables, and what its files name. What a
 * test really writes there is looked at when its world is closed (`support/written.ts`).
 */

const src = join(import.meta.dirname, '../../src')

const events = new Set(
  Object.values(eventsBySlice)
    .flat()
    .map(({ type }) => type),
)

const moves = machines.flatMap((machine) =>
  machine.states.flatMap((state) => machine.events(state).map((event) => `${machine.noun}.${event}`)),
)

/** Of a file that writes entries all `noun.event` but the names of news and of jobs; and verbs where a noun is given once. */
function actionsIn(text: string): string[] {
  if (!/\baudit(All)?\(/.test(text)) return []
  const whole = [...text.matchAll(/(?<!type: |name: )'([a-z_]+\.[a-z_]+)'/g)]
    .map(([, action = '']) => action)
    .filter((action) => !events.has(action) || new RegExp(`action: ('[a-z_.]+' \\| )*'${action}'`).test(text))
  const made = [...text.matchAll(/action: `([a-z_]+)\.\$\{verb\}`/g)].flatMap(([, noun = '']) => {
    const calls = text.matchAll(/\brecord\((?!\s*ctx: )(?:[^()']|\([^()]*\))*'([a-z_]+)'/g)
    return [...calls].map(([, verb = '']) => `${noun}.${verb}`)
  })
  return [...whole, ...made]
}

const files = globSync('**/*.ts', { cwd: src }).filter((path) => !path.endsWith('.test.ts'))
const named = files.flatMap((path) => actionsIn(readFileSync(join(src, path), 'utf8')))
const actions = [...new Set([...moves, ...named])].toSorted()

/** By what they begin with: all that a state table can be. */
const nouns = files
  .filter((path) => path.endsWith('.states.ts'))
  .flatMap((path) => [...readFileSync(join(src, path), 'utf8').matchAll(/\bmachine\('([a-z_]+)'/g)])
  .map(([, noun = '']) => noun)

describe('the words of the audit log', () => {
  it('know every state table', () => {
    expect(machines.map(({ noun }) => noun).toSorted()).toEqual(nouns.toSorted())
  })

  it('are there for every action', () => {
    expect(named.length).toBeGreaterThan(40)
    expect(actions.filter((action) => !(action in deedWords))).toEqual([])
  })

  it('are for no action that never is', () => {
    expect(Object.keys(deedWords).filter((action) => !actions.includes(action))).toEqual([])
  })
})
