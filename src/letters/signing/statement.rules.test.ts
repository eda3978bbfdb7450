import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  inOneLine,
  readStatement,
  referenceOf,
  verifyAddress,
  writeStatement,
  type Statement,
} from './statement.rules.ts'

const statement: Statement = {
  marketplace: 'Sublet',
  site: 'https://sublet.example',
  letter: '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f',
  reference: 'LOA-5A6B-7C8D-9E0F',
  code: '0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV',
  key: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  block: '192.0.2.0/24',
  'max-length': '24',
  origin: 'AS64500',
  'origin-name': 'EXAMPLE-AS',
  company: 'Example Networks',
  lessee: 'Example Holding',
  holder: 'Old Addresses B.V.',
  'holder-address': 'Keizersgracht 1, 1015 CN Amsterdam, NL',
  'holder-phone': '+31 20 555 0100',
  'holder-mail': 'noc@old.example',
  signatory: 'Jane Doe',
  'signatory-role': 'Head of Networks',
  issued: '2026-11-15T10:00:00Z',
  until: '2027-11-15T10:00:00Z',
}

/** As letters were signed before; all of them stay readable. */
const firstForm = `SUBLET LETTER OF AUTHORISATION, VERSION 1
marketplace: Sublet
site: https://sublet.example
letter: 019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f
code: 0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV
key: kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k
block: 192.0.2.0/24
max-length: 24
origin: AS64500
origin-name:
company: Example "Networks"
lessee: Example Holding
holder: Old Addresses B.V.
issued: 2026-11-15T10:00:00Z
`

const names = Object.keys(statement) as (keyof Statement)[]
const arbitrary = fc.record(
  Object.fromEntries(names.map((name) => [name, fc.string({ unit: 'binary', maxLength: 60 })])),
) as unknown as fc.Arbitrary<Statement>
const clean = (given: Statement) => Object.fromEntries(names.map((name) => [name, inOneLine(given[name])]))

describe('a statement', () => {
  it('is written like this, for ever', () => {
    expect(writeStatement(statement)).toBe(`SUBLET LETTER OF AUTHORISATION, VERSION 2
marketplace: "Sublet"
site: https://sublet.example
letter: 019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f
reference: LOA-5A6B-7C8D-9E0F
code: 0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV
key: kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k
block: 192.0.2.0/24
max-length: 24
origin: AS64500
origin-name: "EXAMPLE-AS"
company: "Example Networks"
lessee: "Example Holding"
holder: "Old Addresses B.V."
holder-address: "Keizersgracht 1, 1015 CN Amsterdam, NL"
holder-phone: "+31 20 555 0100"
holder-mail: "noc@old.example"
signatory: "Jane Doe"
signatory-role: "Head of Networks"
issued: 2026-11-15T10:00:00Z
until: 2027-11-15T10:00:00Z
`)
    const bare = writeStatement({ ...statement, 'origin-name': '', until: '' })
    expect([bare.includes('\norigin-name: ""\ncompany: '), bare.endsWith('\nuntil:\n')]).toEqual([true, true])
  })

  it('is read in its first form, too', () => {
    const read = readStatement(firstForm)
    expect(read).toMatchObject({ company: 'Example "Networks"', 'origin-name': '', holder: 'Old Addresses B.V.' })
    expect([read?.until, read?.signatory, read?.reference]).toEqual(['', '', ''])
    expect(readStatement(firstForm.replace('VERSION 1', 'VERSION 2'))).toBeNull()
    expect(readStatement(writeStatement(statement).replace('VERSION 2', 'VERSION 1'))).toBeNull()
  })

  it('keeps a name in its quotes, whatever it imitates', () => {
    const evil = 'Evil block: 0.0.0.0/0 origin: AS666 holder: Me'
    const text = writeStatement({ ...statement, company: evil, lessee: `"${evil}" \\` })
    expect(text).toContain(`\ncompany: "${evil}"\nlessee: "\\"${evil}\\" \\\\"\n`)
    expect(readStatement(text)).toEqual({ ...statement, company: evil, lessee: `"${evil}" \\` })
    // Quoted in another way it is another text, and none of ours.
    expect(readStatement(text.replace('"Evil', '"\\u0045vil'))).toBeNull()
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
    for (const other of ['', text.slice(0, -1), `${text}\n`, text.replaceAll('\n', '\r\n'), text.replace('2\n', '3\n')])
      expect(readStatement(other)).toBeNull()
  })

  it('has a reference for people', () => {
    expect(referenceOf(statement.letter)).toBe(statement.reference)
  })

  it('says where it can be verified', () => {
    expect(verifyAddress(statement)).toBe('https://sublet.example/verify/0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV')
  })
})
