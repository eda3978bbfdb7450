import { describe, expect, it } from 'vitest'
import type { Operation } from '../support/history/history.ts'
import { judge } from '../support/history/judge.ts'

/** The judge of `history.test.ts` finds what it is there to find. */

let clock = 0
const operation = (given: Partial<Operation>): Operation => ({
  kind: 'try',
  invoked: ++clock,
  completed: ++clock,
  outcome: 'ok',
  said: '200',
  attempts: 1,
  answers: ['a'],
  ...given,
})
const write = (value: number, given: Partial<Operation> = {}) =>
  operation({ writes: { object: 'title', value }, ...given })
const read = (value: number, given: Partial<Operation> = {}) =>
  operation({ reads: { object: 'title', value }, ...given })
const judged = (operations: readonly Operation[], effects: Readonly<Record<string, number>> = {}) =>
  judge({ operations, statuses: new Map([[200, 1]]), exits: [], complaints: [] }, new Map(Object.entries(effects)))

describe('a history in which all went well', () => {
  it('has no finding', () => {
    const late = operation({ writes: { object: 'title', value: 4 }, outcome: 'unknown', said: 'cut off' })
    expect(
      judged(
        [
          write(1),
          read(1),
          write(2, { attempts: 3, answers: ['a', 'a'], effects: ['title 2'] }),
          operation({
            outcome: 'refused',
            said: '422 payment_declined',
            mayBe: ['payment_declined'],
            effects: ['order 1'],
          }),
          read(2),
          operation({ adds: [{ list: 'orders', member: 'x' }] }),
          operation({ sees: { list: 'orders', members: ['x'] } }),
        ],
        { 'title 2': 1 },
      ),
    ).toEqual([])
    expect(judged([write(3), late, read(3), read(4)])).toEqual(['try: never answered, last cut off, asked 1 times'])
    expect(judged([write(3), late, read(4), read(4)])).toHaveLength(1)
  })

  it('may show what is being written while it is read, or not yet', () => {
    const writing = write(1, { invoked: 10, completed: 20 })
    expect(judged([writing, read(1, { invoked: 12, completed: 14 })])).toEqual([])
    expect(judged([writing, read(0, { invoked: 12, completed: 14 })])).toEqual([])
    expect(judged([writing, read(0, { invoked: 19, completed: 30 })])).toEqual([])
  })

  it('gives others the time they may take to hear of it', () => {
    const ended = write(1, { invoked: 100, completed: 200 })
    expect(judged([ended, read(0, { invoked: 700, completed: 710, slack: 600 })])).toEqual([])
    expect(judged([ended, read(0, { invoked: 801, completed: 810, slack: 600 })])).toHaveLength(1)
  })
})

describe('a planted fault is found', () => {
  it('a write that was acknowledged and lost', () => {
    expect(judged([write(1), write(2), read(1)])).toEqual(['title: read 1 after 2 was settled'])
    expect(judged([operation({ effects: ['order 1'] })])).toEqual(['order 1: acknowledged 1 times and there 0 times'])
  })

  it('a read that goes back behind another', () => {
    const unanswered = write(2, { outcome: 'unknown', completed: Number.POSITIVE_INFINITY })
    expect(judged([write(1), unanswered, read(2), read(1)])).toContain('title: read 1 after 2 was settled')
  })

  it('a read of what nobody wrote, or of what was refused', () => {
    expect(judged([write(1), read(7)])).toEqual(['title: read 7, which nobody had written'])
    const refused = write(2, { outcome: 'refused', said: '422 no', mayBe: ['no'] })
    expect(judged([write(1), refused, read(2)])).toEqual(['title: read 2, which nobody had written'])
    expect(judged([write(1, { invoked: 90, completed: 95 }), read(1, { invoked: 10, completed: 20 })])).toHaveLength(1)
  })

  it('an effect that happened twice, although refused, or although nobody asked', () => {
    expect(judged([operation({ effects: ['charge 1'] })], { 'charge 1': 2 })).toEqual([
      'charge 1: there 2 times and acknowledged 1 times',
    ])
    const declined = operation({ outcome: 'refused', said: '422 declined', mayBe: ['declined'], effects: ['order 2'] })
    expect(judged([declined], { 'order 2': 1 })).toEqual(['order 2: there 1 times and acknowledged 0 times'])
    expect(judged([], { 'lease 1': 1 })).toEqual(['lease 1: there and never asked for'])
  })

  it('a repetition that is answered otherwise, or refused', () => {
    expect(judged([operation({ attempts: 2, answers: ['a', 'b'] })])).toEqual(['try: one key, 2 different answers'])
    expect(judged([operation({ attempts: 3, outcome: 'refused', said: '409 cart_ordered' })])).toEqual([
      'try: refused 409 cart_ordered when repeated under its key, 3 times asked',
    ])
    expect(judged([operation({ outcome: 'refused', said: '409 cart_ordered' })])).toEqual([
      'try: refused 409 cart_ordered',
    ])
  })

  it('a list that misses something, shows something strange, or shows it twice', () => {
    const added = operation({ adds: [{ list: 'orders', member: 'x' }] })
    const seeing = (...members: string[]) => operation({ sees: { list: 'orders', members } })
    expect(judged([added, seeing()])).toEqual(['orders: x was acknowledged and is not shown'])
    expect(judged([added, seeing('x', 'y')])).toEqual(['orders: y is shown and was not added'])
    expect(judged([added, seeing('x', 'x')])).toEqual(['orders: something is shown twice'])
  })

  it('an answer that is no answer, and a server that is no more', () => {
    const statuses = new Map([
      [200, 5],
      [503, 2],
      [500, 1],
    ])
    expect(judge({ operations: [], statuses, exits: ['code 1'], complaints: ['odd'] }, new Map())).toEqual([
      'odd',
      'a server ended by itself: code 1',
      'answered 500',
    ])
  })
})
