import { expect, it } from 'vitest'
import { codePattern, newCode } from './code.rules.ts'

it('a code has one spelling, without letters that look like digits, and is never given twice', () => {
  const codes = Array.from({ length: 2_000 }, newCode)
  expect(new Set(codes).size).toBe(codes.length)
  for (const code of codes) expect(code).toMatch(new RegExp(codePattern))
  expect(codes.join('')).not.toMatch(/[ILOUa-z]/)
  // Every character that may be used is used about as often as any other.
  const counts = Map.groupBy(codes.join('').replaceAll('-', ''), (character) => character)
  expect(counts.size).toBe(32)
  for (const all of counts.values()) expect(all.length).toBeGreaterThan(1_400)
})

it('what has any character changed to another kind is no code', () => {
  const code = newCode()
  for (let i = 0; i < code.length; i++)
    expect(`${code.slice(0, i)}o${code.slice(i + 1)}`).not.toMatch(new RegExp(codePattern))
})
