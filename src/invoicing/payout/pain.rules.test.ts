import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { painOf, type PayoutFileContent } from './file.rules.ts'

/** pain.001.001.09 as ISO 20022 publishes it: which elements an element has, in which order and how often, and what texts are. */

const party = 'Nm? PstlAdr? Id? CtryOfRes? CtctDtls?'
const agent = 'FinInstnId BrnchId?'
const account = 'Id Tp? Ccy? Nm? Prxy?'

const structure: Readonly<Record<string, string>> = {
  Document: 'CstmrCdtTrfInitn',
  CstmrCdtTrfInitn: 'GrpHdr PmtInf+ SplmtryData*',
  GrpHdr: 'MsgId CreDtTm Authstn* NbOfTxs CtrlSum? InitgPty FwdgAgt? InitnSrc?',
  PmtInf:
    'PmtInfId PmtMtd ReqdAdvcTp? BtchBookg? NbOfTxs? CtrlSum? PmtTpInf? ReqdExctnDt PoolgAdjstmntDt? Dbtr DbtrAcct DbtrAgt DbtrAgtAcct? InstrForDbtrAgt? UltmtDbtr? ChrgBr? ChrgsAcct? ChrgsAcctAgt? CdtTrfTxInf+',
  PmtTpInf: 'InstrPrty? SvcLvl* LclInstrm? CtgyPurp?',
  SvcLvl: 'Cd',
  ReqdExctnDt: 'Dt',
  CdtTrfTxInf:
    'PmtId PmtTpInf? Amt XchgRateInf? ChrgBr? ChqInstr? UltmtDbtr? IntrmyAgt1? IntrmyAgt1Acct? IntrmyAgt2? IntrmyAgt2Acct? IntrmyAgt3? IntrmyAgt3Acct? CdtrAgt? CdtrAgtAcct? Cdtr? CdtrAcct? UltmtCdtr? InstrForCdtrAgt* InstrForDbtrAgt? Purp? RgltryRptg* Tax? RltdRmtInf* RmtInf? SplmtryData*',
  PmtId: 'InstrId? EndToEndId UETR?',
  Amt: 'InstdAmt',
  RmtInf: 'Ustrd* Strd*',
  InitgPty: party,
  Dbtr: party,
  Cdtr: party,
  DbtrAgt: agent,
  CdtrAgt: agent,
  DbtrAcct: account,
  CdtrAcct: account,
  FinInstnId: 'BICFI? ClrSysMmbId? LEI? Nm? PstlAdr? Othr?',
}

/** Texts, by the end of their path; the longest end counts. */
const texts: readonly (readonly [end: string, shape: RegExp])[] = [
  ['GrpHdr/MsgId', /^[A-Za-z0-9-]{1,35}$/],
  ['PmtInf/PmtInfId', /^[A-Za-z0-9-]{1,35}$/],
  ['PmtId/EndToEndId', /^[A-Za-z0-9-]{1,35}$/],
  ['CreDtTm', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/],
  ['ReqdExctnDt/Dt', /^\d{4}-\d\d-\d\d$/],
  ['NbOfTxs', /^\d{1,15}$/],
  ['CtrlSum', /^\d{1,15}(\.\d{1,3})?$/],
  ['InstdAmt', /^\d{1,15}(\.\d{1,3})?$/],
  ['PmtMtd', /^TRF$/],
  ['BtchBookg', /^true$/],
  ['SvcLvl/Cd', /^SEPA$/],
  ['ChrgBr', /^SLEV$/],
  ['BICFI', /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/],
  ['FinInstnId/Othr/Id', /^NOTPROVIDED$/],
  ['Acct/Id/Othr/Id', /^[A-Za-z0-9/?:().,'+ -]{1,34}$/],
  ['Acct/Id/IBAN', /^[A-Z]{2}\d\d[A-Za-z0-9]{1,30}$/],
  ['Nm', /^[A-Za-z0-9/?:().,'+ -]{1,70}$/],
  ['Ustrd', /^[A-Za-z0-9/?:().,'+ -]{1,140}$/],
]

interface Element {
  readonly path: string
  readonly children: Element[]
  text: string
}

function elementsOf(file: string): Element[] {
  const [root, found]: [Element, Element[]] = [{ path: '', children: [], text: '' }, []]
  const open = [root]
  for (const [, slash, name, text = ''] of file.matchAll(/<(\/?)(\w+)[^>]*>([^<]*)/g)) {
    if (slash === '/') expect(open.pop()?.path.split('/').at(-1)).toBe(name)
    else {
      const element = { path: `${open.at(-1)?.path}/${name}`, children: [], text }
      open.at(-1)?.children.push(element)
      open.push(element)
      found.push(element)
    }
  }
  expect(open).toEqual([root])
  return found
}

const nameOf = ({ path }: Element): string => path.split('/').at(-1) ?? ''

function faultsIn(file: string): string[] {
  return elementsOf(file).flatMap((element) => {
    const [path, names] = [element.path, element.children.map(nameOf)]
    const order = structure[nameOf(element)]
    if (order !== undefined) {
      const wanted = new RegExp(`^${order.replaceAll(/(\w+)([?*+]?) ?/g, '(?:$1 )$2')}$`)
      return wanted.test(names.map((name) => `${name} `).join('')) ? [] : [`${path} has ${names.join(', ')}`]
    }
    if (names.length > 0) return /(Acct\/Id|Othr)$/.test(path) && names.length === 1 ? [] : [`${path} is not known`]
    const shape = texts.find(([end]) => path.endsWith(end))?.[1]
    return shape?.test(element.text) ? [] : [`${path} says ${element.text}`]
  })
}

const anyName = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 90 }), fc.string({ maxLength: 90 }))
const anyBic = fc.constantFrom(null, 'ABNANL2A', 'PSSTFRPPPAR')
const anyPayout = fc.record({
  number: fc.integer({ min: 1, max: 999_999 }).map((n) => `PAY-2026-${String(n).padStart(6, '0')}`),
  amount: fc.integer({ min: 1, max: 99_999_999_999 }),
  creditor: fc.record({
    account_holder: anyName,
    iban: fc.constantFrom('DE89370400440532013000', 'FR1420041010050500013M02606', 'MT84MALT011000012345MTLCAST001S'),
    bic: anyBic,
  }),
})
const anyNumbers = fc.constantFrom(
  { iban: 'NL91ABNA0417164300', account: null },
  { iban: null, account: 'Nº 12-345/678 <&>' },
)
const anyFile: fc.Arbitrary<PayoutFileContent> = fc
  .record({
    holder: anyName,
    numbers: anyNumbers,
    bic: anyBic,
    currency: fc.constantFrom('EUR', 'USD', 'JPY', 'KWD'),
    payouts: fc.array(anyPayout, { minLength: 1, maxLength: 5 }),
    at: fc.date({ min: new Date('2020-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
  })
  .map(({ holder, numbers, bic, currency, payouts, at }) => ({
    messageId: 'SUBLET-019a8f0c1d2e7f3a8b4c5d6e',
    at,
    currency,
    debtor: { holder, ...numbers, bic, bank: null, currency },
    payouts,
  }))

const amountsIn = (file: string, name: string): number[] =>
  elementsOf(file)
    .filter((element) => nameOf(element) === name)
    .map(({ text }) => Math.round(Number(text) * 1_000))

describe('a file of payouts', () => {
  it('is pain.001.001.09, whoever is paid', () => {
    fc.assert(
      fc.property(anyFile, (content) => {
        expect(faultsIn(painOf(content))).toEqual([])
      }),
    )
  })

  it('says what it comes to, twice, and how many there are', () => {
    fc.assert(
      fc.property(anyFile, (content) => {
        const file = painOf(content)
        const sum = amountsIn(file, 'InstdAmt').reduce((all, one) => all + one, 0)
        expect(amountsIn(file, 'CtrlSum')).toEqual([sum, sum])
        const count = content.payouts.length * 1_000
        expect(amountsIn(file, 'NbOfTxs')).toEqual([count, count])
      }),
    )
  })

  it('names who is paid as their own bank would spell it', () => {
    const named = (account_holder: string) =>
      painOf({
        messageId: 'M',
        at: new Date(0),
        currency: 'EUR',
        debtor: { holder: 'D', iban: 'NL91ABNA0417164300', account: null, bic: null, bank: null, currency: 'EUR' },
        payouts: [
          {
            number: 'PAY-2026-000001',
            amount: 1,
            creditor: { account_holder, iban: 'DE89370400440532013000', bic: null },
          },
        ],
      }).match(/<Cdtr><Nm>([^<]*)/)?.[1]
    expect(
      ['Sørensen & Æbelø ApS', 'Łódź Sp. z o.o.', 'Groß', 'O’Neill', 'Þór', '網路', ` ${'x'.repeat(80)}`].map(named),
    ).toEqual(['Sorensen + AEbelo ApS', 'Lodz Sp. z o.o.', 'Gross', "O'Neill", 'THor', 'UNKNOWN', 'x'.repeat(70)])
  })

  it('would be found out', () => {
    const file = painOf(fc.sample(anyFile, 1)[0] as PayoutFileContent)
    const changed = [
      file.replace(
        '<PmtMtd>TRF</PmtMtd><BtchBookg>true</BtchBookg>',
        '<BtchBookg>true</BtchBookg><PmtMtd>TRF</PmtMtd>',
      ),
      file.replace(/<Cdtr>.*?<\/Cdtr>(<CdtrAcct>.*?<\/CdtrAcct>)/, '$1'.concat('<Cdtr><Nm>X</Nm></Cdtr>')),
      file.replace(/<Nm>[^<]*/, `<Nm>${'x'.repeat(71)}`),
      file.replace(/<Nm>[^<]*/, '<Nm>ü'),
      file.replace(/<DbtrAgt>.*?<\/DbtrAgt>/, ''),
    ]
    for (const wrong of changed) expect(faultsIn(wrong)).toHaveLength(1)
  })
})
