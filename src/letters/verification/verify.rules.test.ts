import { describe, expect, it } from 'vitest'
import { newCode } from '../document/code.rules.ts'
import { codeIn, codeTyped, nothing, standingOf, wantsJson } from './verify.rules.ts'

const at = (day: number) => new Date(Date.UTC(2026, 0, day))
const letter = {
  uuid: '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f',
  max_length: 24,
  company_name: 'Example Networks',
  valid_until: at(366),
  status: 'active',
  lease_status: 'active',
  statement: 'signed',
  released_at: at(1),
  ended_at: null,
  lease_suspended_at: null,
  block: '192.0.2.0/24',
  asn: 64_500,
} as const
const facts = {
  genuine: true,
  block: '192.0.2.0/24',
  asn: 64_500,
  maxLength: 24,
  company: 'Example Networks',
  reference: 'LOA-5A6B-7C8D-9E0F',
  validFrom: at(1),
  validUntil: at(366),
}

describe('the standing of a letter', () => {
  it.each([
    ['in force', {}, true, at(1)],
    ['revoked', { status: 'revoked', ended_at: at(5) }, false, at(5)],
    ['expired with its lease', { status: 'expired', lease_status: 'terminated', ended_at: at(6) }, false, at(6)],
    ['suspended with its lease', { lease_status: 'suspended', lease_suspended_at: at(3) }, false, at(3)],
    ['revoked while suspended', { status: 'revoked', lease_suspended_at: at(3), ended_at: at(5) }, false, at(3)],
    [
      'revoked before its lease was suspended',
      { status: 'revoked', lease_suspended_at: at(7), ended_at: at(5) },
      false,
      at(5),
    ],
  ] as const)('%s', (_how, change, inForce, since) => {
    expect(standingOf({ ...letter, ...change })).toEqual({ ...facts, inForce, since })
  })

  it('is nothing without a letter, and of one that was never released', () => {
    expect(standingOf(undefined)).toBe(nothing)
    expect(standingOf({ ...letter, status: 'pending', statement: null, released_at: null })).toBe(nothing)
    expect(standingOf({ ...letter, status: 'revoked', statement: null, ended_at: at(2) })).toBe(nothing)
  })
})

describe('a code', () => {
  it('is taken from an address as it stands, or not at all', () => {
    const code = newCode()
    expect(codeIn(code)).toBe(code)
    for (const other of [
      code.toLowerCase(),
      ` ${code}`,
      code.replaceAll('-', ''),
      `${code}\n`,
      '\0',
      'x'.repeat(9_999),
      '',
    ])
      expect(codeIn(other)).toBe('')
  })

  it('may be typed with other gaps and in lower case, and with no other character', () => {
    const code = newCode()
    for (const typed of [
      ` ${code}\n`,
      code.toLowerCase(),
      code.replaceAll('-', ''),
      code.replaceAll('-', ' - '),
      code.replaceAll('-', '+'),
    ])
      expect(codeTyped(typed)).toBe(code)
    for (const typed of [`${code.slice(0, -1)}O`, code.slice(1), `${code}0`, '', '----'])
      expect(codeTyped(typed)).toBe('')
  })
})

describe('wantsJson', () => {
  it.each([
    [undefined, false],
    ['*/*', false],
    ['application/json', true],
    ['Application/JSON; charset=utf-8', true],
    ['application/*', true],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', false],
    ['application/json, text/html;q=0.5', true],
    ['application/json;q=0.5, text/html', false],
    ['application/json;q=0, */*', false],
    ['application/json, */*;q=0.1', true],
    ['text/html;q=nonsense, application/json;q=0.1', true],
    ['', false],
    [';;;,,', false],
  ])('of %s is %s', (accept, json) => {
    expect(wantsJson(accept)).toBe(json)
  })
})
