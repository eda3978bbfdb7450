import { expect, it } from 'vitest'
import { ownPath, secretsOf } from './attempt.rules.ts'
import { domainOf, mailDomain, zonesOf } from './domain.rules.ts'

it.each([
  ['Example.NET', 'example.net'],
  ['@example.net.', 'example.net'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['a.b.example', 'a.b.example'],
  ['example', null],
  ['', null],
  ['127.0.0.1', null],
  ['[::1]', null],
  ['a..b', null],
  ['ex_ample.net', null],
  ['example.net/x', null],
  ['example.net:80', null],
  [`${'a'.repeat(64)}.example`, null],
])('%s as a mail domain: %s', (typed, domain) => {
  expect(mailDomain(typed)).toBe(domain)
})

it('knows an address by what stands behind its last @', () => {
  expect([domainOf('ann@example.net'), domainOf('ann')]).toEqual(['example.net', null])
})

it('looks for zones around a domain, but not above two labels', () => {
  expect(zonesOf('a.b.example')).toEqual(['a.b.example', 'b.example'])
})

it.each([
  ['/c/1/leases?page=2#x', '/c/1/leases?page=2#x'],
  ['//evil.example', '/home'],
  ['/\\evil.example', '/home'],
  ['https://evil.example', '/home'],
  ['/a\nb', '/home'],
  [undefined, '/home'],
])('%s leads to %s', (to, path) => {
  expect(ownPath(to)).toBe(path)
})

it('derives other secrets for each way and each browser', () => {
  const all = [secretsOf('a', 'x'), secretsOf('a', 'y'), secretsOf('b', 'x')].flatMap((one) => Object.values(one))
  expect(new Set(all).size).toBe(9)
  for (const secret of all) expect(secret).toMatch(/^[\w-]{43}$/)
})
