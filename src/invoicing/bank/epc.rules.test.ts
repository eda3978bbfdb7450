import { expect, it } from 'vitest'
import { epcText } from './epc.rules.ts'

const account = {
  holder: 'Example Ünïon B.V.',
  iban: 'NL91ABNA0417164300',
  account: null,
  bic: 'ABNANL2A',
  bank: null,
  currency: 'EUR',
}

it('says whom to pay how much, and for what', () => {
  expect(epcText(account, 12_100, 'RF18539007547034')).toBe(
    'BCD\n002\n1\nSCT\nABNANL2A\nExample Ünïon B.V.\nNL91ABNA0417164300\nEUR121.00\n\nRF18539007547034',
  )
  expect(epcText({ ...account, bic: null }, 1, 'RF712348231')?.split('\n')[4]).toBe('')
})

it('there is none for what its form has no room for', () => {
  for (const none of [
    epcText({ ...account, currency: 'USD' }, 1, 'RF712348231'),
    epcText({ ...account, iban: null, account: '1' }, 1, 'RF712348231'),
    epcText(account, 0, 'RF712348231'),
    epcText(account, 100_000_000_000, 'RF712348231'),
    epcText({ ...account, holder: '☃'.repeat(100) }, 1, 'RF712348231'),
  ])
    expect(none).toBeNull()
})
