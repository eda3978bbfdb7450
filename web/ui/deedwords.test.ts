import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { machines } from '../../src/app/machines.ts'
import { deedDetails, deedTitle, deedWords } from './deedwords.ts'

/** Every action that the program writes into the audit log: the moves of its state tables, and what its files name. */

const src = join(import.meta.dirname, '../../src')

const moves = machines.flatMap(({ noun, states, events }) => states.flatMap(events).map((event) => `${noun}.${event}`))

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

/** Told to others only. */
const news = ['offer.cancelled', 'offer.activated', 'offer.invalidated', 'offer.ended']

describe('the words of the audit log', () => {
  it('are there for every action', () => {
    expect(named.length).toBeGreaterThan(40)
    expect(actions.filter((action) => !(action in deedWords) && !news.includes(action))).toEqual([])
  })

  it('are for no action that never is', () => {
    expect(Object.keys(deedWords).filter((action) => !actions.includes(action))).toEqual([])
  })

  it('depend on what happened where one action is several things', () => {
    expect(deedTitle('offer.children_toggled', { hidden: 1, shown: 0 })).toBe('Parts of an offer hidden')
    expect(deedTitle('offer.children_toggled', { hidden: 0, shown: 2 })).toBe('Parts of an offer shown again')
    expect(deedTitle('sales_order.settle', { period_end: '2026-02-01T00:00:00Z' })).toBe('Renewal paid')
    expect(deedTitle('sales_order.settle', { kind: 'purchase' })).toBe('Order paid and delivered')
    expect(deedTitle('thing.of_tomorrow', {})).toBe('Thing of tomorrow')
  })
})

describe('the details of an entry', () => {
  it('name what it is about, with amounts, dates and prefixes for what they are', () => {
    expect(
      deedDetails({ uuid: 'x', number: 'PAY-2026-000027', month: '2026-10', amount: '4237.72', currency: 'EUR' }, 'x'),
    ).toEqual([
      { is: 'text', of: 'PAY-2026-000027' },
      { is: 'text', of: 'October 2026' },
      { is: 'money', of: '4237.72', currency: 'EUR' },
    ])
    expect(
      deedDetails({ block: '89.33.116.0/23', from: 'validity_active', to: 'validity_terminated', asn: 64_500 }, 'x'),
    ).toEqual([
      { is: 'prefix', of: '89.33.116.0/23' },
      { is: 'text', of: 'AS64500' },
    ])
    expect(deedDetails({ lines: ['Lease of 1.0.0.0/24'], total: '100.00', currency: 'USD' }, 'x')).toEqual([
      { is: 'text', of: 'Lease of 1.0.0.0/24' },
      { is: 'money', of: '100.00', currency: 'USD' },
    ])
  })

  it('are the end of the subject’s name where nothing else is said', () => {
    expect(deedDetails({ from: 'open', to: 'ordered' }, '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f')).toEqual([
      { is: 'text', of: '…7c8d9e0f' },
    ])
    expect(deedDetails({}, null)).toEqual([])
  })
})
