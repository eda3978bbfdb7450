import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { letterFile, plainStatement, scanned, signed } from '../../../test/support/market/letter-files.ts'
import { readPdf, textOf, type Page } from '../../../test/support/market/pdf.ts'
import type { PaperSize } from './pdf.wire.ts'
import { inOneLine, verifyAddress, writeStatement, type Statement } from '../signing/statement.rules.ts'

/** All that is printed, without line breaks. */
const wordsOf = (file: Buffer) => textOf(file).replaceAll(/ *\n/g, ' ')
const pageOf = async (statement: Statement, size: PaperSize = 'A4'): Promise<Page> => {
  const pages = readPdf(await letterFile(statement, size))
  expect(pages).toHaveLength(1)
  return pages[0] ?? { runs: [], drawn: [], content: '' }
}

/** As a letter of the first form is read. */
const bare: Statement = {
  ...plainStatement,
  reference: '',
  'holder-address': '',
  'holder-phone': '',
  'holder-mail': '',
  signatory: '',
  'signatory-role': '',
  until: '',
}

describe('a letter on paper', () => {
  it('says who authorises whom to announce what from where', async () => {
    const words = wordsOf(await letterFile({ ...plainStatement, holder: 'Old Addresses B.V.' }))
    for (const said of [
      'Letter of Authorisation',
      '15 November 2026',
      'Address block 185.66.192.0/22 185.66.192.0 – 185.66.195.255 1,024 addresses',
      'Announced by AS64500 EXAMPLE-AS',
      'Prefix lengths allowed /22 to /24',
      'Valid from 15 November 2026, 10:00 UTC Valid until 15 November 2027 Reference LOA-5A6B-7C8D-9E0F',
      'Old Addresses B.V., the holder of the address block named above, has authorised Sublet to issue this letter',
      'Example Networks GmbH may have 185.66.192.0/22, whole or in prefixes no longer than /24, announced from autonomous system AS64500',
      'Lessee: Example Holding',
      'in force from the moment of its issue until 15 November 2027, unless it is revoked or the lease of the block ends before',
      'Holder Old Addresses B.V. Keizersgracht 1, 1015 CN Amsterdam, Netherlands +31 20 555 0100 noc@old-addresses.example',
      'Signed for the holder Jane Doe Head of Networks through Sublet, 15 November 2026, 10:00 UTC',
      `Verify this letter ${verifyAddress(plainStatement)}`,
      'Verification code 0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV',
    ])
      expect(words).toContain(said)
  })

  it('says what it always said where the holder has named nobody', async () => {
    const words = wordsOf(await letterFile(bare))
    for (const said of [
      'Valid until the lease ends',
      'until it is revoked or the lease of the block ends, whichever comes first',
      'Issued by Sublet https://sublet.example 15 November 2026, 10:00 UTC',
      'Letter 019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f',
    ])
      expect(words).toContain(said)
    for (const label of ['Signed for the holder', 'Reference']) expect(words).not.toContain(label)
  })

  it('shows the statement as it is signed, and the signature', async () => {
    const text = writeStatement(bare)
    const printed = textOf(await letterFile(bare))
    expect(printed).toContain(text.trimEnd())
    expect(printed).toContain(`Signature of Sublet (Ed25519)\n${signed(text)}`)
  })

  it('has a code to scan that leads to its verification', async () => {
    expect(scanned(await pageOf(plainStatement))).toBe(verifyAddress(plainStatement))
    const far = { ...plainStatement, site: `https://${'marketplace.'.repeat(8)}example` }
    expect(scanned(await pageOf(far))).toBe(verifyAddress(far))
  })

  it('speaks of the whole block where no part may be announced, and of nobody twice', async () => {
    const words = wordsOf(
      await letterFile({ ...plainStatement, block: '192.0.2.0/24', lessee: plainStatement.company, 'origin-name': '' }),
    )
    expect(words).toContain('may have 192.0.2.0/24, as a whole, announced from')
    expect(words).toContain('Prefix lengths allowed /24 only the block as a whole')
    expect(words).not.toContain('Lessee:')
  })

  it.each(['A4', 'Letter'] as const)(
    'is one page of %s on which nothing meets, however long the names are',
    async (size) => {
      const long = (first: string) => `${first} ${'Networks of many words and weight '.repeat(9)}`.slice(0, 255)
      const { runs } = await pageOf(
        {
          ...plainStatement,
          block: '192.168.100.0/24',
          origin: 'AS4294967295',
          marketplace: long('Market'),
          site: 'https://marketplace-with-a-long-name.example.net',
          'origin-name': long('Origin'),
          company: long('Company'),
          lessee: long('Lessee'),
          holder: long('Ωmega'),
          'holder-address': long('Street'),
          signatory: long('Jane').slice(0, 120),
          'signatory-role': long('Head').slice(0, 120),
        },
        size,
      )
      const height = size === 'A4' ? 842 : 792
      const lines = [...new Set(runs.map(({ x, y, text }) => JSON.stringify({ x, y, text })))]
      expect(lines).toHaveLength(runs.length)
      const at = (text: string) => runs.find((run) => run.text.startsWith(text))?.y ?? Number.NaN
      const order = [
        'To whom',
        'Holder',
        'Verify this letter',
        'Verification code',
        'What is signed',
        'SUBLET',
        'block:',
      ]
      expect(order.map(at)).toEqual(order.map(at).toSorted((a, b) => a - b))
      const parties = runs.filter(({ y }) => y > at('Holder') && y < at('Verify this letter'))
      expect(Math.max(...parties.map(({ y }) => y))).toBeLessThan(at('Verify this letter') - 14)
      expect(Math.max(...runs.map(({ y }) => y))).toBeLessThan(height - 12)
      const body = runs.filter(({ text }) => !text.startsWith('Page ')).map(({ y }) => y)
      expect(at('until:')).toBeLessThan(Math.max(...body) - 10)
      expect(runs.find(({ text }) => text.startsWith('AS429'))?.text).toBe('AS4294967295')
      expect(runs.find(({ size, text }) => size > 14 && text.startsWith('192'))?.text).toBe('192.168.100.0/24')
    },
  )

  it('prints names in any script, each in a font that has it, and what none has as its number', async () => {
    const names = {
      company: '示例网络有限公司',
      lessee: 'บริษัท ตัวอย่าง',
      holder: '株式会社サンプル',
      signatory: 'श्री क्षत्रिय',
      'signatory-role': '주식회사',
      'holder-address': 'উদাহরণ, தமிழ்',
      'origin-name': '\u{13000}',
    }
    const { runs, drawn } = await pageOf({ ...plainStatement, ...names })
    const seen = drawn.join('')
    for (const name of Object.values(names).slice(0, -1))
      for (const word of name.split(/[ ,]+/)) expect(seen).toContain(word)
    expect(runs.map(({ text }) => text)).toContain('U+13000')
    // Nothing of it is written in a font that lacks it: that would be an empty box.
    expect(runs.filter(({ text }) => /[\p{sc=Han}\p{sc=Thai}\p{sc=Hangul}\p{sc=Devanagari}]/u.test(text))).toEqual([])
  })

  it('writes from right to left what is read so, within lines that go the other way', async () => {
    const { runs } = await pageOf({ ...plainStatement, company: 'שלום עולם (בע"מ) Ltd' })
    const printed = runs.find(({ text, size }) => size > 9 && /[א-ת]/.test(text))
    expect(printed?.text).toBe('(מ"עב) םלוע םולש')
  })

  it('prints whatever people call themselves', { timeout: 60_000 }, async () => {
    const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(name, name, async (company, holder) => {
        const { runs } = await pageOf({ ...plainStatement, company: inOneLine(company), holder: inOneLine(holder) })
        expect(runs.length).toBeGreaterThan(40)
      }),
      { numRuns: 15 },
    )
  })

  it('is the same bytes whenever it is made, and others for another letter', async () => {
    expect((await letterFile()).equals(await letterFile())).toBe(true)
    const other = await letterFile({ ...plainStatement, code: '1123-4567-89AB-CDEF-GHJK-MNPQ-RSTV' })
    expect(other.equals(await letterFile())).toBe(false)
  })
})
