import { describe, expect, it } from 'vitest'
import { readBankAccounts } from './account.rules.ts'

const euro = { holder: 'Example B.V.', iban: 'NL91 ABNA 0417 1643 00', bic: 'ABNANL2A', currency: 'EUR' }
const read = (value: unknown) => readBankAccounts(JSON.stringify(value))

describe('SUBLET_BANK_ACCOUNTS', () => {
  it('reads accounts with and without an IBAN', () => {
    const dollar = { holder: 'Example Inc.', account: '021000021 / 123456789', bank: 'Example Bank', currency: 'USD' }
    expect(read([euro, dollar])).toEqual({
      value: [
        { ...euro, iban: 'NL91ABNA0417164300', account: null, bank: null },
        { ...dollar, iban: null, bic: null },
      ],
    })
  })

  it.each([
    ['nonsense', 'JSON list'],
    [[], 'one to ten'],
    [Array.from({ length: 11 }, () => euro), 'one to ten'],
    [['x'], 'row 1: it is no object'],
    [[{ ...euro, swift: 'x' }], 'there is no "swift"'],
    [[{ ...euro, holder: undefined }], '"holder" is missing'],
    [[{ ...euro, currency: 'euro' }], '"currency" is missing or odd'],
    [[{ ...euro, account: '1' }], 'not both'],
    [[{ ...euro, iban: null }], 'not both'],
    [[{ ...euro, iban: 'NL91ABNA0417164301' }], 'wrong digit'],
    [[{ ...euro, bic: 'ABNANL2AX' }], '"bic" must be'],
    [[euro, euro], 'twice'],
  ])('refuses %j', (value, why) => {
    expect(read(value)).toEqual({ mistake: expect.stringContaining(why) })
  })

  it('refuses what is no JSON', () => {
    expect(readBankAccounts('[')).toHaveProperty('mistake')
  })
})
