import { describe, expect, it } from 'vitest'
import { csvOf, painOf } from './file.rules.ts'

const content = {
  messageId: 'PAYFILE-1',
  at: new Date('2026-11-17T10:11:12.345Z'),
  currency: 'EUR',
  debtor: {
    holder: 'Sublet & Söhne <B.V.>',
    iban: 'NL91ABNA0417164300',
    account: null,
    bic: 'ABNANL2A',
    bank: null,
    currency: 'EUR',
  },
  payouts: [
    {
      number: 'PAY-2026-000001',
      amount: 12_100,
      creditor: { account_holder: 'Müller, "Groß" GmbH', iban: 'DE89370400440532013000', bic: null },
    },
    {
      number: 'PAY-2026-000002',
      amount: 5,
      creditor: { account_holder: '=cmd()', iban: 'FR1420041010050500013M02606', bic: 'PSSTFRPPPAR' },
    },
  ],
}

describe('pain.001', () => {
  const file = painOf(content)

  it('says how many, how much and to whom', () => {
    for (const said of [
      'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09',
      '<MsgId>PAYFILE-1</MsgId><CreDtTm>2026-11-17T10:11:12</CreDtTm><NbOfTxs>2</NbOfTxs><CtrlSum>121.05</CtrlSum>',
      '<InstdAmt Ccy="EUR">121.00</InstdAmt>',
      '<EndToEndId>PAY-2026-000002</EndToEndId>',
      '<CdtrAgt><FinInstnId><BICFI>PSSTFRPPPAR</BICFI></FinInstnId></CdtrAgt>',
      '<ReqdExctnDt><Dt>2026-11-17</Dt></ReqdExctnDt>',
      '<IBAN>DE89370400440532013000</IBAN>',
    ])
      expect(file).toContain(said)
  })

  it('has only what every bank takes in names', () => {
    expect(file).toContain('<Nm>Muller, Gross GmbH</Nm>')
    expect(file).toContain('<Nm>Sublet + Sohne B.V.</Nm>')
  })
})

it('the table is quoted, and holds no formula', () => {
  expect(csvOf(content).split('\r\n')).toEqual([
    'number,name,iban,bic,amount,currency,text',
    'PAY-2026-000001,"Müller, ""Groß"" GmbH",DE89370400440532013000,,121.00,EUR,Payout PAY-2026-000001',
    "PAY-2026-000002,'=cmd(),FR1420041010050500013M02606,PSSTFRPPPAR,0.05,EUR,Payout PAY-2026-000002",
    '',
  ])
})
