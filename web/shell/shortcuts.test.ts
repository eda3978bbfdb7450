import { describe, expect, it } from 'vitest'
import { Listener, shortcuts, type Press } from './shortcuts.ts'

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  typing: false,
  at: 0,
  ...more,
})

const keysOf = (...presses: Press[]) => {
  const listener = new Listener()
  return presses.map((one) => listener.hear(one)?.keys)
}

describe('shortcuts', () => {
  it('are each there once, and none is the beginning of another', () => {
    const keys = shortcuts.map((shortcut) => shortcut.keys)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.filter((one) => keys.some((other) => other.startsWith(`${one} `)))).toEqual([])
  })

  it('are one key, two keys, or one with a modifier', () => {
    expect(keysOf(press('?'))).toEqual(['?'])
    expect(keysOf(press('g'), press('m', { at: 900 }))).toEqual([undefined, 'g m'])
    expect(keysOf(press('k', { metaKey: true }))).toEqual(['mod k'])
    expect(keysOf(press('K', { ctrlKey: true }))).toEqual(['mod k'])
  })

  it('are forgotten halfway when the second key comes late or is none of theirs', () => {
    expect(keysOf(press('g'), press('m', { at: 2_000 }))).toEqual([undefined, undefined])
    expect(keysOf(press('g'), press('x'), press('m'))).toEqual([undefined, undefined, undefined])
  })

  it('are none while somebody types, but for those with a modifier', () => {
    expect(keysOf(press('?', { typing: true }), press('g', { typing: true }), press('h'))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(keysOf(press('k', { ctrlKey: true, typing: true }))).toEqual(['mod k'])
    expect(keysOf(press('?', { altKey: true }))).toEqual([undefined])
  })
})
