import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { machines } from '../../src/app/machines.ts'
import { auditWords } from '../../web/ui/audit-words.ts'
import { declaredTables } from '../support/declared.ts'

/** `audit` takes only declared actions, and `move` only moves of state tables: that is all the log can hold. */

const src = join(import.meta.dirname, '../../src')

const moves = machines.flatMap((machine) =>
  machine.states.flatMap((state) => machine.triggers(state).map((trigger) => `${machine.noun}.${trigger}`)),
)

describe('the words of the audit log', () => {
  it('are there for every action, and for no other', async () => {
    const declared = (await declaredTables()).flatMap(({ actions }) => actions)
    const actions = new Set([...moves, ...declared])
    expect(Object.keys(auditWords).toSorted()).toEqual([...actions].toSorted())
  })

  it('know every state table', () => {
    const tables = globSync('**/*.states.ts', { cwd: src }).map((path) => readFileSync(join(src, path), 'utf8'))
    const nouns = tables.flatMap((text) => [...text.matchAll(/\bmachine\('([a-z_]+)'/g)].map(([, noun = '']) => noun))
    expect(machines.map(({ noun }) => noun).toSorted()).toEqual(nouns.toSorted())
  })
})
