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
    expect(lamp.triggers('on')).toEqual(['press', 'smash'])
    expect(lamp.triggers('broken')).toEqual([])
  })

  it('does not take what every object has for a trigger', () => {
    for (const trigger of ['constructor', 'toString', '__proto__', 'valueOf'])
      expect([trigger, lamp.can('on', trigger as 'press'), lamp.next('on', trigger as 'press')]).toEqual([
        trigger,
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
