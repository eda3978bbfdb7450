import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { eventsBySlice } from '../../src/app/events.ts'
import { machines } from '../../src/app/machines.ts'
import { listeners } from '../../src/app/wiring.ts'
import { marketAudit, marketEvents } from '../../src/market/market.events.ts'
import { listener } from '../../src/kernel/work/events.ts'
import { declaredTables } from '../support/declared.ts'
import { eventFault } from '../support/written.ts'

/** What is declared happens, what is heard is declared, and the lists have all of it. */

const src = join(import.meta.dirname, '../../src')
const read = (path: string) => ({ path, slice: path.split('/')[0] ?? '', text: readFileSync(join(src, path), 'utf8') })
const files = globSync('**/*.ts', { cwd: src })
  .filter((path) => !path.endsWith('.test.ts'))
  .map(read)

const tables = await declaredTables()
const declared = Object.values(eventsBySlice).flat()
const types = declared.map(({ type }) => type)

const moves = machines.flatMap((machine) => machine.states.flatMap((state) => machine.triggers(state)))

const movesOf = (machine: (typeof machines)[number]) =>
  machine.states.flatMap((state) => machine.triggers(state).map((trigger) => `${machine.noun}.${trigger}`))

/** What files of a slice make with its table: by its full name, or any verb they know where the verb is given. */
function madeIn(slice: string, table: 'Events' | 'Audit'): Set<string> {
  const ours = files.filter((file) => file.slice === slice && !file.path.endsWith('.events.ts'))
  const verbs = new Set([...ours.flatMap(({ text }) => quoted(text, /'([a-z_]+)'/g)), ...moves])
  const making = ours.map(({ text }) => text).filter((text) => text.includes(`${slice}${table}(`))
  const other = table === 'Events' ? 'Audit' : 'Events'
  const named = making.flatMap((text) => quoted(text, new RegExp(`(?<!${other}\\()'([a-z_]+\\.[a-z_]+)'(?!:)`, 'g')))
  const open = making.flatMap((text) => quoted(text, new RegExp(`${table}\\(\`([a-z_]+\\.)\\$\\{`, 'g')))
  return new Set([...named, ...open.flatMap((noun) => [...verbs].map((verb) => noun + verb))])
}

const quoted = (text: string, expression: RegExp): string[] =>
  [...text.matchAll(expression)].map(([, found = '']) => found)

describe('the tables of events', () => {
  it('are all in the list, each type once', () => {
    const found = tables.flatMap(({ slice, events }) => (events.length > 0 ? [[slice, events] as const] : []))
    expect(Object.fromEntries(found)).toEqual(eventsBySlice)
    expect(new Set(types).size).toBe(types.length)
  })

  it.each(Object.entries(eventsBySlice))('of %s: each event has a sentence and is emitted', (slice, rows) => {
    const emitted = madeIn(slice, 'Events')
    expect(rows.filter(({ type }) => !emitted.has(type)).map(({ type }) => type)).toEqual([])
    for (const { says } of rows) expect(says).toMatch(/^[A-Z].*\.$/)
  })
})

describe('the tables of audited actions', () => {
  it('have each action once, and no move of a state among them', () => {
    const all = [...tables.flatMap(({ actions }) => actions), ...new Set(machines.flatMap(movesOf))]
    expect(new Set(all).size).toBe(all.length)
  })

  it.each(tables)('of $slice: each is written', ({ slice, actions }) => {
    const written = madeIn(slice, 'Audit')
    expect(actions.filter((action) => !written.has(action))).toEqual([])
  })
})

describe('listeners', () => {
  it.each(listeners.map((one) => [one.name, one] as const))('%s hears what is declared', (_, { hears }) => {
    expect(hears.length).toBeGreaterThan(0)
    expect(hears.filter((type) => !types.includes(type))).toEqual([])
    expect(new Set(hears).size).toBe(hears.length)
  })

  it('have names of their own', () => {
    expect(new Set(listeners.map(({ name }) => name)).size).toBe(listeners.length)
  })

  it('hear a family by its noun', () => {
    const { hears } = listener({
      name: 'test',
      hears: [marketEvents.on('lease.*', 'offer.ended')],
      hear: async (_, { data }) => void data.block,
    })
    expect(hears).toEqual(['lease.started', 'lease.suspended', 'lease.resumed', 'lease.ended', 'offer.ended'])
  })
})

const uuid = '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f'
const lease = { uuid, block: '192.0.2.0/24', offer_uuid: uuid, status: 'active' } as const

describe('an event', () => {
  it('has the type and the data of its row, or does not compile', () => {
    expect(marketEvents('lease.started', null, lease)).toEqual({ type: 'lease.started', tenant: null, data: lease })
    // @ts-expect-error -- no such type
    marketEvents('lease.begun', null, lease)
    // @ts-expect-error -- a field is absent
    marketEvents('lease.started', null, { uuid, block: lease.block, offer_uuid: uuid })
    // @ts-expect-error -- no such status
    marketEvents('lease.started', null, { ...lease, status: 'idle' })
    // @ts-expect-error -- no such field
    marketEvents('lease.started', null, { ...lease, colour: 'blue' })
    const either = 'offer.changed' as 'offer.changed' | 'offer.ended'
    // @ts-expect-error -- one of the two needs more
    marketEvents(either, null, { uuid, block: lease.block, status: 'validity_active' })
    // @ts-expect-error -- no such action
    marketAudit('offer.painted')
    // @ts-expect-error -- no such family
    marketEvents.on('house.*')
    listener({
      name: 'test',
      hears: [marketEvents.on('lease.*')],
      // @ts-expect-error -- leases have no reason
      hear: async (_, { data }) => void data.reason,
    })
  })

  it('is compared with its row when a test is over', () => {
    expect(eventFault({ type: 'lease.started', data: lease })).toBeUndefined()
    expect(eventFault({ type: 'lease.begun', data: lease })).toMatch(/not declared/)
    expect(eventFault({ type: 'lease.started', data: { ...lease, status: 'idle' } })).toMatch(/status/)
    expect(eventFault({ type: 'lease.started', data: { ...lease, colour: 'blue' } })).toMatch(/additional/)
    const { uuid: _, ...nameless } = lease
    expect(eventFault({ type: 'lease.started', data: nameless })).toMatch(/uuid/)
    const together = { letters: [{ uuid, lessee: uuid, holder: uuid, block: lease.block }], by: null, reason: null }
    expect(eventFault({ type: 'letters.created', data: together })).toMatch(/asn/)
  })
})
