import { describe, expect, it } from 'vitest'
import { diagram, machine } from './machine.ts'

const lamp = machine('lamp', 'off', {
  off: { press: 'on', smash: 'broken' },
  on: { press: 'off', smash: 'broken' },
  broken: {},
})

describe('machine', () => {
  it('goes where its table says and nowhere else', () => {
    expect(lamp.next('off', 'press')).toBe('on')
    expect(lamp.next('broken', 'press')).toBeUndefined()
    expect([lamp.can('on', 'smash'), lamp.can('broken', 'smash')]).toEqual([true, false])
  })

  it('knows its states and what can happen in each', () => {
    expect(lamp.states).toEqual(['off', 'on', 'broken'])
    expect(lamp.events('on')).toEqual(['press', 'smash'])
    expect(lamp.events('broken')).toEqual([])
  })

  it('does not take what every object has for an event', () => {
    for (const event of ['constructor', 'toString', '__proto__', 'valueOf'])
      expect([event, lamp.can('on', event as 'press'), lamp.next('on', event as 'press')]).toEqual([
        event,
        false,
        undefined,
      ])
  })

  it('draws itself', () => {
    expect(diagram(lamp as unknown as Parameters<typeof diagram>[0])).toBe(
      [
        'stateDiagram-v2',
        '  [*] --> off',
        '  off --> on: press',
        '  off --> broken: smash',
        '  on --> off: press',
        '  on --> broken: smash',
      ].join('\n'),
    )
  })
})
