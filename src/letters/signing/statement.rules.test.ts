import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inOneLine, readStatement, verifyAddress, writeStatement, type Statement } from './statement.rules.ts'

const statement: Statement = {
  marketplace: 'Sublet',
  site: 'https://sublet.example',
  letter: '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f',
  code: '0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV',
  key: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  block: '192.0.2.0/24',
  'max-length': '24',
  origin: 'AS64500',
  'origin-name': 'EXAMPLE-AS',
  company: 'Example Networks',
  lessee: 'Example Holding',
  holder: 'Old Addresses B.V.',
  issued: '2026-11-15T10:00:00Z',
}

const names = Object.keys(statement) as (keyof Statement)[]
const arbitrary = fc.record(
  Object.fromEntries(names.map((name) => [name, fc.string({ unit: 'binary', maxLength: 60 })])),
) as unknown as fc.Arbitrary<Statement>
const clean = (given: Statement) => Object.fromEntries(names.map((name) => [name, inOneLine(given[name])]))

describe('a statement', () => {
  it('is written like this, for ever', () => {
    expect(writeStatement(statement)).toBe(`SUBLET LETTER OF AUTHORISATION, VERSION 1
marketplace: Sublet
site: https://sublet.example
letter: 019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f
code: 0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV
key: kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k
block: 192.0.2.0/24
max-length: 24
origin: AS64500
origin-name: EXAMPLE-AS
company: Example Networks
lessee: Example Holding
holder: Old Addresses B.V.
issued: 2026-11-15T10:00:00Z
`)
    expect(writeStatement({ ...statement, 'origin-name': '' })).toContain('\norigin-name:\ncompany: ')
  })

  it('is read back as it was meant, whatever people call themselves', () => {
    fc.assert(
      fc.property(arbitrary, (given) => {
        expect(readStatement(writeStatement(given))).toEqual(clean(given))
      }),
    )
  })

  it('is another for every other set of facts: no value reaches into the next line', () => {
    fc.assert(
      fc.property(arbitrary, arbitrary, (one, other) => {
        const same = JSON.stringify(clean(one)) === JSON.stringify(clean(other))
        expect(writeStatement(one) === writeStatement(other)).toBe(same)
      }),
    )
    const forged = { ...statement, company: 'Mine\nlessee: Mine\nholder: Mine' }
    expect(readStatement(writeStatement(forged))?.holder).toBe(statement.holder)
  })

  it('leaves out what does not show, and turns no text around', () => {
    expect(inOneLine(' A\u202e\u200bB\r\n\tC\u2028\u00a0D\ud800 ')).toBe('AB C D')
    expect(inOneLine('e\u200d\u0301')).toBe('\u00e9')
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(inOneLine(inOneLine(text))).toBe(inOneLine(text))
      }),
    )
  })

  it('is nothing with a line changed in form, too many or too few', () => {
    const text = writeStatement(statement)
    const lines = text.split('\n')
    for (const i of lines.keys()) {
      expect(readStatement(lines.toSpliced(i, 1).join('\n'))).toBeNull()
      expect(readStatement(lines.toSpliced(i, 0, 'more: of it').join('\n'))).toBeNull()
      expect(readStatement(lines.with(i, ` ${lines[i]}`).join('\n'))).toBeNull()
    }
    for (const other of ['', text.slice(0, -1), `${text}\n`, text.replaceAll('\n', '\r\n'), text.replace('1\n', '2\n')])
      expect(readStatement(other)).toBeNull()
  })

  it('says where it can be verified', () => {
    expect(verifyAddress(statement)).toBe('https://sublet.example/verify/0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV')
  })
})
