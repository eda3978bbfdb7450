import { expect, it } from 'vitest'
import { entryFaults, keyFaults } from './metadata.rules.ts'

it.each(['a', 'A-Z_09', '-', '_', 'x'.repeat(64), 'constructor'])('takes the key %s', (key) => {
  expect(keyFaults([key])).toEqual([])
})

it.each(['', ' ', 'a b', 'a.b', 'ä', 'a\n', 'x'.repeat(65), 'a/b'])('refuses the key %j', (key) => {
  expect(keyFaults([key])).toHaveLength(1)
})

it('counts bytes, not characters', () => {
  expect(entryFaults({ key: 'x'.repeat(4_096) })).toEqual([])
  expect(entryFaults({ key: 'ä'.repeat(2_048) })).toEqual([])
  expect(entryFaults({ key: 'ä'.repeat(2_049) })).toEqual(['the value of "key" has more than 4096 bytes'])
})

it('says all that is wrong', () => {
  expect(entryFaults({ 'a b': 'x'.repeat(4_097), good: '' })).toHaveLength(2)
})
