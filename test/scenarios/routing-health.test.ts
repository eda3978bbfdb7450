import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { judgeWork, type HealthWork } from '../../src/prefixes/health/health.rules.ts'
import { factsIn } from './situation.ts'

/** Each row of routing-health.md, judged as the product judges. */

const [, ...sections] = readFileSync(join(import.meta.dirname, 'routing-health.md'), 'utf8').split(/^## /m)

const rowsOf = (section: string): string[][] =>
  section
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, number = '']) => /^\d+$/.test(number))

type Proposed = HealthWork['bgpActions' | 'rpkiActions' | 'irrActions' | 'irmActions'][number]

const actionText = ({ action, asns }: Proposed): string =>
  `\`${[action, ...asns.map((one) => (typeof one === 'number' ? `AS${one}` : `AS${one.origin} in ${one.target}`))].join(' ')}\``

function shown(work: HealthWork) {
  const { bgp, rpki, irr, criticality, rpkiActions, irrActions, bgpActions, irmActions } = work
  const actions = [...rpkiActions, ...irrActions, ...bgpActions, ...irmActions].map(actionText)
  return {
    statuses: [bgp, rpki, irr].map(({ status }) => status).join(', '),
    severity: criticality,
    sentence: [bgp, rpki, irr].find(({ level }) => level === criticality)?.sentence,
    actions: [...new Set(actions)].join(', ') || 'nothing',
  }
}

describe.each(sections.map((section) => [section.split('\n')[0] ?? '', rowsOf(section)] as const))('%s', (_, rows) => {
  it.each(rows)('%s%s %s', (...cells) => {
    const [, , , given = '', statuses, severity, sentence, actions] = cells
    expect(shown(judgeWork(factsIn(given)))).toEqual({ statuses, severity, sentence, actions })
  })
})

it('has forty and more, numbered through', () => {
  const numbers = sections.flatMap(rowsOf).map(([, number]) => Number(number))
  expect(numbers.length).toBeGreaterThanOrEqual(40)
  expect(numbers).toEqual(numbers.map((_, i) => i + 1))
})
