import { describe, expect, it } from 'vitest'
import { dataAtHand, type RdapFacts } from '../network/index.ts'
import { readConfig } from './config.ts'
import { judge, stepNames } from './doctor.actions.ts'

/** What an installation lacks, from its settings, its people and its data alone. */

const bare = { SUBLET_DEMO: '0', SUBLET_SANDBOX: '0' }
const set = {
  ...bare,
  SUBLET_SMTP_URL: 'smtp://mail.example.net',
  SUBLET_MAIL_FROM: 'Market <market@example.net>',
  SUBLET_SELLER_NAME: 'Market BV',
  SUBLET_SELLER_ADDRESS: 'Street 1, 1000 AA Town',
  SUBLET_SELLER_VAT: 'NL123456782B01',
  SUBLET_SELLER_EMAIL: 'billing@example.net',
  SUBLET_CURRENCY: 'EUR',
  SUBLET_BANK_ACCOUNTS: '[{"holder":"Market BV","iban":"NL91ABNA0417164300","currency":"EUR"}]',
}
const stripe = {
  SUBLET_PAYMENT_PROVIDER: 'stripe',
  SUBLET_STRIPE_KEY: 'sk_live_1',
  SUBLET_STRIPE_WEBHOOK_SECRET: 'whsec_1',
}
const noAccount = { ...set, SUBLET_BANK_ACCOUNTS: '' }

const source = (kind: string, name = 'main', stale: boolean | null = false) => ({ kind, name, stale })
const registries = ['afrinic', 'apnic', 'arin', 'lacnic', 'ripencc'].map((name) => source('delegated', name))
const all = [
  ...registries,
  ...['riswhois', 'vrps', 'rpsl', 'drop', 'asn-names', 'asn-drop', 'ofac'].map((kind) => source(kind)),
]

type Rdap = RdapFacts['rdap']
const shippedList: Rdap = { asks: 'registries', published: new Date('2019-06-07'), fetchedAt: null }
const fetchedList: Rdap = { ...shippedList, published: new Date('2026-10-01'), fetchedAt: new Date('2026-11-16') }
const nobodyAsked: Rdap = { asks: 'nobody' }

const judged = (
  env: Record<string, string>,
  operators: number,
  sources: Parameters<typeof dataAtHand>[0],
  rdap: Rdap = fetchedList,
) => {
  const config = readConfig({ ...env, SUBLET_LOG_LEVEL: 'silent' })
  const outside = { connectors: { on: 0, refused: 0, failing: 0 }, nameServers: { active: 0, failing: 0 } }
  return judge({ config, operators, data: dataAtHand(sources), rdap, ...outside })
}
const lacking = (...given: Parameters<typeof judged>) =>
  judged(...given).flatMap(({ name, lacks }) => (lacks.length > 0 ? [name] : []))

describe('an installation', () => {
  it('that is bare can do nothing, and says of each step why and what to do', () => {
    const steps = judged(bare, 0, [], shippedList)
    expect(steps.flatMap(({ name, lacks }) => (lacks.length > 0 ? [name] : []))).toEqual(stepNames)
    for (const { missing, why, next } of steps.flatMap(({ lacks }) => lacks)) {
      expect([missing, why].every((sentence) => /^[A-Z].*\.$/.test(sentence))).toBe(true)
      expect(next).toMatch(/SUBLET_[A-Z]|npx sublet/)
    }
  })

  it('that has people, settings and data lacks nothing', () => {
    expect(lacking(set, 1, all)).toEqual([])
    expect(lacking({ ...set, ...stripe }, 1, all)).toEqual([])
  })

  it('has next steps that can be followed as they stand', () => {
    const bankless = judged({ ...noAccount, SUBLET_CURRENCY: 'CHF' }, 1, all)
    for (const name of ['pay', 'renew', 'pay out']) {
      const next = bankless.find((step) => step.name === name)?.lacks[0]?.next ?? ''
      const said = /SUBLET_BANK_ACCOUNTS='([^']+)'/.exec(next)?.[1]?.replace('IBAN"', 'NL91ABNA0417164300"')
      const account = said?.replace('BIC"', 'ABNANL2A"')
      expect(lacking({ ...set, SUBLET_CURRENCY: 'CHF', SUBLET_BANK_ACCOUNTS: account ?? '' }, 1, all)).toEqual([])
    }
  })

  it('of a sandbox needs neither mail nor a seller', () => {
    expect(lacking({ SUBLET_DEMO: '0', SUBLET_SANDBOX: '1' }, 1, all, nobodyAsked)).toEqual([])
  })
})

describe('of one thing that is missing', () => {
  it.each([
    ['an operator', set, 0, all, ['sign-up', 'list', 'prove', 'pay out']],
    ['a mail server', { ...set, SUBLET_SMTP_URL: '' }, 1, all, ['sign-up', 'mail', 'prove', 'renew', 'pay out']],
    ['a true sender', { ...set, SUBLET_MAIL_FROM: 'Sublet <a@sublet.example>' }, 1, all, ['mail']],
    ['the seller', { ...set, SUBLET_SELLER_VAT: '' }, 1, all, ['sell', 'pay out']],
    ['a way to pay', noAccount, 1, all, ['pay', 'renew', 'pay out']],
    ['an account, but not cards', { ...noAccount, ...stripe }, 1, all, ['pay out']],
    ["Stripe's word", { ...set, ...stripe, SUBLET_STRIPE_WEBHOOK_SECRET: '' }, 1, all, ['pay']],
    ['routes', set, 1, all.filter(({ kind }) => kind !== 'riswhois'), ['check']],
    ['records, where registries are asked', set, 1, all.filter(({ kind }) => kind !== 'rpsl'), []],
    ['a second operator', { ...set, SUBLET_PROOF_CONSENTS: '2' }, 1, all, ['prove']],
    ['a registry', set, 1, all.filter(({ name }) => name !== 'lacnic'), ['letter']],
    ['sanctions', set, 1, all.filter(({ kind }) => kind !== 'ofac'), ['letter']],
  ] as const)('%s, just these steps suffer', (_what, env, operators, sources, steps) => {
    expect(lacking(env, operators, sources)).toEqual(steps)
  })

  it('ROAs, letters suffer where only they release them', () => {
    const without = all.filter(({ kind }) => kind !== 'vrps')
    expect(lacking(set, 1, without)).toEqual(['check'])
    expect(lacking({ ...set, SUBLET_LETTER_RELEASE: 'data' }, 1, without)).toEqual(['check', 'letter'])
  })
})

describe('proving', () => {
  const withoutRecords = all.filter(({ kind }) => kind !== 'rpsl')
  const proving = (...given: Parameters<typeof judged>) => {
    const step = judged(...given).find(({ name }) => name === 'prove')
    return { lacks: step?.lacks ?? [], ways: step?.remarks[0], list: step?.remarks[1] }
  }

  it('says which ways are open, and what the others want', () => {
    expect(proving(set, 1, all)).toEqual({
      lacks: [],
      ways: "A block can be proven by a mailed code, a token in the record, a TXT record in the reverse zone, an operator's word; not by a ROA (SUBLET_PROOF_ASN is not set).",
      list: "Registries are asked by IANA's list of servers of 2026-10-01, fetched on 2026-11-16.",
    })
    expect(proving({ ...set, SUBLET_PROOF_ASN: '3333' }, 1, all).ways).toMatch(/, a ROA, an operator's word\.$/)
    expect(proving({ ...set, SUBLET_SMTP_URL: '' }, 0, [], nobodyAsked).ways).toBe(
      "A block can be proven by a TXT record in the reverse zone; not by a mailed code (no mail server), a token in the record (no records), a ROA (SUBLET_PROOF_ASN is not set), an operator's word (too few operators).",
    )
  })

  it('needs records: of the registries, or of their databases', () => {
    expect(lacking(set, 1, all, nobodyAsked)).toEqual([])
    expect(lacking(set, 1, withoutRecords, { asks: 'one' })).toEqual([])
    expect(lacking(set, 1, withoutRecords, nobodyAsked)).toEqual(['prove', 'check'])
    expect(proving(set, 1, withoutRecords, nobodyAsked).lacks).toMatchObject([
      {
        missing: 'Registries are not asked about blocks (SUBLET_RDAP=off). Nobody has imported registry records.',
        next: expect.stringMatching(
          /^Set SUBLET_RDAP=iana and start again\. Or use their databases: Set SUBLET_SOURCES/,
        ),
      },
    ])
  })

  it('by a list that could not be fetched says how old the other is', () => {
    expect(lacking(set, 1, all, shippedList)).toEqual(['prove'])
    expect(proving(set, 1, all, shippedList)).toMatchObject({
      lacks: [{ missing: expect.stringContaining('is of 2019-06-07'), next: expect.stringContaining('_BOOTSTRAP') }],
      list: expect.stringContaining('of 2019-06-07, which is shipped.'),
    })
  })

  it('by a ROA needs routes and ROAs, where the operator has named its number', () => {
    const withoutRoutes = all.filter(({ kind }) => kind !== 'riswhois')
    expect(proving(set, 1, withoutRoutes).lacks).toEqual([])
    expect(proving({ ...set, SUBLET_PROOF_ASN: '3333' }, 1, withoutRoutes).lacks).toMatchObject([
      { missing: 'Nobody has imported routes.', why: expect.stringContaining('AS3333') },
    ])
  })
})

describe('data', () => {
  const lackOf = (sources: Parameters<typeof dataAtHand>[0]) =>
    judged(set, 1, sources).find(({ name }) => name === 'letter')?.lacks[0]

  it('that is to come, or too old, is another matter than none', () => {
    const [, , , , ripe, ...others] = all
    expect(lackOf([...all.slice(0, 4), ...others])?.missing).toContain('Nobody has imported the delegations')
    expect(lackOf([...all.slice(0, 4), source('delegated', ripe?.name, null), ...others])).toMatchObject({
      missing: 'Not fetched yet: the delegations of all five registries.',
      next: expect.stringContaining('Wait until it is fetched'),
    })
    expect(lackOf([...all.slice(0, -1), source('ofac', 'main', true)])).toMatchObject({
      missing: 'Too old: sanctions.',
    })
  })

  it('of all registries in one file are as good', () => {
    expect(lackOf([source('delegated', 'nro'), ...all.slice(5)])).toBeUndefined()
  })
})
