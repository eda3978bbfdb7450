import { describe, expect, it } from 'vitest'
import { routingObjectStates, type ObjectStatus } from './object.states.ts'
import { nextStep, type StepFacts } from './step.rules.ts'

const facts: StepFacts = {
  status: 'wanted',
  wanted: true,
  due: true,
  found: null,
  served: false,
  held: true,
  settled: true,
  danger: '',
  early: false,
  withdrawn: null,
}
const step = (status: ObjectStatus, given: Partial<StepFacts> = {}) => {
  const next = nextStep({ ...facts, status, ...given })
  return next && `${next.move ?? 'wait'}${next.reason ? ` ${next.reason}` : ''}`
}

describe('the next step', () => {
  it.each<[ObjectStatus, Partial<StepFacts>, string | null]>([
    ['wanted', {}, 'send'],
    ['wanted', { wanted: false }, 'drop'],
    ['wanted', { found: 'foreign' }, 'adopt'],
    ['wanted', { served: true }, 'adopt'],
    ['wanted', { held: false }, 'refuse not_held'],
    ['wanted', { early: true }, 'wait waits_for_roa'],
    ['wanted', { danger: null }, 'wait no_bgp_data'],
    ['wanted', { danger: '45.8.0.0/24 from AS9' }, 'refuse would_invalidate'],
    ['sending', {}, 'miss'],
    ['sending', { found: 'ours' }, 'confirm'],
    ['sending', { found: 'foreign' }, 'adopt'],
    ['made', { found: 'ours' }, 'wait'],
    ['made', { settled: false }, 'wait'],
    ['seen', {}, 'lose removed_elsewhere'],
    ['seen', { held: false }, 'lose not_held'],
    ['seen', { found: 'foreign' }, 'adopt'],
    ['seen', { wanted: false, found: 'ours' }, 'end'],
    ['adopted', {}, 'lose'],
    ['adopted', { served: true }, 'wait'],
    ['adopted', { wanted: false, found: 'ours' }, 'drop'],
    ['refused', {}, 'retry'],
    ['refused', { due: false }, null],
    ['refused', { wanted: false }, 'drop'],
    ['ending', { wanted: false, found: 'ours', withdrawn: true }, 'remove'],
    ['ending', { wanted: false, found: 'ours', withdrawn: false }, 'wait still_announced'],
    ['ending', { wanted: false, found: 'ours' }, 'wait no_bgp_data'],
    ['ending', { wanted: false, found: 'foreign', withdrawn: true }, 'drop'],
    ['ending', { wanted: true, found: 'ours' }, 'want'],
    ['removing', { wanted: false, found: 'ours' }, 'miss'],
    ['removing', { wanted: false }, 'confirm'],
    ['removing', { wanted: false, found: 'foreign' }, 'drop'],
    ['removing', { wanted: true, found: 'ours' }, 'miss'],
    ['removing', { wanted: true }, 'want'],
    ['removing', { wanted: true, found: 'foreign' }, 'want'],
    ['gone', {}, null],
  ])('of one that is %s, with %j: %s', (status, given, expected) => {
    expect(step(status, given)).toBe(expected)
  })

  it('is one that its state allows, whatever the facts', () => {
    const forbidden: string[] = []
    for (const status of routingObjectStates.states)
      for (const found of ['ours', 'foreign', null] as const)
        for (const bits of Array(64).keys()) {
          const bit = (n: number) => ((bits >> n) & 1) === 1
          const given = { found, wanted: bit(0), due: bit(1), served: bit(2), held: bit(3), settled: bit(4) }
          const move = nextStep({ ...facts, ...given, withdrawn: bit(5), status })?.move
          if (move && !routingObjectStates.can(status, move)) forbidden.push(`${status} ${move}`)
        }
    expect(forbidden).toEqual([])
  })
})
