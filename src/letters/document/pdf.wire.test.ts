import { describe, expect, it } from 'vitest'
import { letterFile, plainStatement, scanned, signed } from '../../../test/support/market/letter-files.ts'
import { readPdf, textOf } from '../../../test/support/market/pdf.ts'
import { verifyAddress, writeStatement, type Statement } from '../signing/statement.rules.ts'

/** All that is printed, without line breaks. */
const wordsOf = (file: Buffer) => textOf(file).replaceAll(/ *\n/g, ' ')
const pageOf = async (statement: Statement) => {
  const pages = readPdf(await letterFile(statement))
  expect(pages).toHaveLength(1)
  return pages[0] ?? { runs: [], content: '' }
}

describe('a letter on paper', () => {
  it('says who authorises whom to announce what from where', async () => {
    const words = wordsOf(await letterFile({ ...plainStatement, holder: 'Old Addresses B.V.' }))
    for (const said of [
      'Letter of Authorisation',
      '15 November 2026',
      'Address block 185.66.192.0/22 185.66.192.0 – 185.66.195.255 1,024 addresses',
      'Announced by AS64500 EXAMPLE-AS',
      'Longest prefix /24 or shorter',
      'Old Addresses B.V., the holder of the address block named above, has authorised Sublet to issue this letter',
      'Example Networks GmbH may have 185.66.192.0/22, whole or in prefixes no longer than /24, announced from autonomous system AS64500',
      'Lessee: Example Holding',
      'Issued by Sublet https://sublet.example 15 November 2026, 10:00 UTC',
      `Verify this letter ${verifyAddress(plainStatement)}`,
      'Verification code 0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV',
    ])
      expect(words).toContain(said)
  })

  it('shows the statement as it is signed, and the signature', async () => {
    const text = writeStatement(plainStatement)
    const printed = textOf(await letterFile())
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
    expect(words).toContain('Longest prefix /24 the whole block')
    expect(words).not.toContain('Lessee:')
  })

  it('is one page on which nothing meets, however long the names are', async () => {
    const long = (first: string) => `${first} ${'Networks of many words and weight '.repeat(9)}`.slice(0, 255)
    const { runs } = await pageOf({
      ...plainStatement,
      block: '192.168.100.0/24',
      origin: 'AS4294967295',
      marketplace: long('Market'),
      site: 'https://marketplace-with-a-long-name.example.net',
      'origin-name': long('Origin'),
      company: long('Company'),
      lessee: long('Lessee'),
      holder: long('Ωmega'),
    })
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
      'issued:',
    ]
    expect(order.map(at)).toEqual(order.map(at).toSorted((a, b) => a - b))
    const parties = runs.filter(({ y }) => y > at('Holder') && y < at('Verify this letter'))
    expect(Math.max(...parties.map(({ y }) => y))).toBeLessThan(at('Verify this letter') - 14)
    expect(Math.max(...runs.map(({ y }) => y))).toBeLessThan(830)
    const body = runs.filter(({ text }) => !text.startsWith('Page ')).map(({ y }) => y)
    expect(at('issued:')).toBeLessThan(Math.max(...body) - 10)
    expect(runs.find(({ text }) => text.startsWith('AS429'))?.text).toBe('AS4294967295')
    expect(runs.find(({ size, text }) => size > 15 && text.startsWith('192'))?.text).toBe('192.168.100.0/24')
  })

  it('is the same bytes whenever it is made, and others for another letter', async () => {
    expect((await letterFile()).equals(await letterFile())).toBe(true)
    const other = await letterFile({ ...plainStatement, code: '1123-4567-89AB-CDEF-GHJK-MNPQ-RSTV' })
    expect(other.equals(await letterFile())).toBe(false)
  })
})
