import { expect, it } from 'vitest'
import { nameFault } from './name.rules.ts'

it.each([
  'Müller & Söhne GmbH',
  'Booking.com B.V.',
  'A.N. Other',
  "O'Neill / Núñez (NOC)",
  '株式会社サブレット',
  'Net @ Night Ltd',
  'AT&T',
  'Wwwise Networks',
  '4:20 Hosting',
])('%s is a name', (name) => {
  expect(nameFault(name)).toBeNull()
})

it.each([
  ['Example\nBcc: all@example.net', 'one line'],
  ['Example\r\n', 'one line'],
  ['Example\u2028Networks', 'one line'],
  ['Example \u202egpj.exe', 'one line'],
  ['Tab\tbed', 'one line'],
  ['Win at https://evil.example/now', 'web address'],
  ['see WWW.evil.example', 'web address'],
  ['ftp://x', 'web address'],
  ['write to me@evil.example', 'mail address'],
])('%j is none', (name, why) => {
  expect(nameFault(name)).toContain(why)
})
