import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Installation } from '../support/first-lease/installation.ts'
import { lesseeAsn } from '../support/first-lease/mirror.ts'
import {
  byCardWithSecondStep,
  byStatement,
  byTransfer,
  declinedAndRetried,
  onStripesPage,
  type Bought,
} from '../support/first-lease/paying.ts'
import { Person } from '../support/first-lease/person.ts'
import { byDns, byDocuments, byMail, byRemark, byRoa, type Listed } from '../support/first-lease/proving.ts'
import { openSurroundings, type Surroundings } from '../support/first-lease/surroundings.ts'

/**
 * docs/first-lease.md, done: from a bare installation to a released letter and a payout, without demo and sandbox, for a
 * block of each of the five registries. Every setting, command and request comes from that page.
 */

const password = 'correct horse battery'

/** The registries' recorded answers; each way of proof and each way to pay once. */
const roads: readonly {
  readonly registry: string
  readonly address: string
  readonly record: string
  readonly prove: (listed: Listed) => Promise<void>
  readonly pay: (bought: Bought) => Promise<void>
}[] = [
  {
    registry: 'arin',
    address: '3.0.0.0',
    record: 'arin-direct-allocation-nested-abuse',
    prove: (listed) => byMail(listed, 'abuse@amazonaws.com'),
    pay: onStripesPage,
  },
  {
    registry: 'ripencc',
    address: '130.59.0.0',
    record: 'ripe-legacy',
    prove: byRemark,
    pay: byCardWithSecondStep,
  },
  { registry: 'apnic', address: '210.107.0.0', record: 'apnic-krnic-2015', prove: byRoa, pay: declinedAndRetried },
  { registry: 'lacnic', address: '179.0.0.0', record: 'lacnic-assigned-cidr0', prove: byDns, pay: byTransfer },
  {
    registry: 'afrinic',
    address: '41.0.0.0',
    record: 'afrinic-assigned-pa-cidr0',
    prove: byDocuments,
    pay: byStatement,
  },
]

/** At so many seconds each, what people do takes less than a quarter of an hour. */
const secondsPerStep = 30

let around: Surroundings
let here: Installation
beforeAll(async () => {
  around = await openSurroundings(['0.0.179.in-addr.arpa'])
  for (const { address, record } of roads) around.register(`${address}/24`, record)
  here = await Installation.open(around)
  say(`Reverse zones are served by ${around.dns.version}.`)
})
afterAll(async () => {
  await here.close()
  await around.close()
})

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Who cannot get any further does not try. */
let lost = false
beforeEach(({ skip, onTestFailed }) => {
  skip(lost, 'the road has ended before')
  onTestFailed(() => void (lost = true))
})

const doctor = async (line = '', env?: Record<string, string>) => {
  const { code, out } = await here.command(`${line} --json`, env)
  const steps = JSON.parse(out) as { name: string; ready: boolean; missing: string | null }[]
  return { code, lacking: steps.flatMap(({ name, ready, missing }) => (ready ? [] : [`${name}: ${missing}`])) }
}

let operator: Person
let holder: Person
let lessee: Person
let billing: number

describe('a bare installation', () => {
  it('lacks nearly everything, and says so', async () => {
    await here.set('bare')
    const [install, line] = here.guide.commands('install')
    expect(install).toBe('npm ci')
    const { code, lacking } = await doctor(line, {})
    expect(code).toBe(1)
    expect(lacking.length).toBeGreaterThanOrEqual(7)
  })

  it('lacks nothing after the settings, the first operator and the data', async () => {
    await here.set('bare', 'whole')
    expect(here.guide.commands('start')).toEqual(['npm start'])
    const { out } = await here.start()
    const ticket = /\/first-run#([\w-]+)/.exec(out)?.[1] ?? ''
    expect((await here.send('first-run', { ticket, password })).status).toBe(204)
    operator = await Person.arrive(here, 'olga@example.net', password)
    await operator.sees('readiness', {}, (shown) => !JSON.stringify(shown).includes('Not fetched yet'))
    const [line] = here.guide.commands('ready')
    const { code, lacking } = await doctor(line)
    expect([lacking, code]).toEqual([[], 0])
  })
})

async function joins(role: 'holder' | 'lessee', name: string, email: string): Promise<Person> {
  const stranger = { email, name, title: role === 'lessee' ? 'Lessee B.V.' : `${name}'s company`, role }
  expect((await here.send('sign-up', stranger)).status).toBe(200)
  const ticket = await around.mailed(email, /\/password#([\w-]+)/)
  expect((await here.send('choose-password', { ticket, password })).status).toBe(200)
  const [{ uuid: company }] = (await operator.does('new-companies')).data
  await operator.does('activate', { company })
  return Person.arrive(here, email, password, { [role]: company })
}

it('a holder and a lessee sign up', async () => {
  holder = await joins('holder', 'Hugo', 'hugo@holder.example')
  lessee = await joins('lessee', 'Lena', 'lena@lessee.example')
  billing = (await lessee.does('billing-address')).data.id
  expect(billing).toBe(1)
})

describe.each(roads)('a block of $registry', ({ registry, address, record, prove, pay }) => {
  const block = `${address}/24`
  let cart: string

  const checkOut = async () => {
    cart = (await lessee.does('cart')).data.uuid
    await lessee.does('cart-address', { cart, billing })
  }

  it('is listed, proven and checked', async () => {
    const { uuid: offer } = (await holder.does('list', { address, registry })).data[0]
    await prove({ block, record, offer, holder, operator, around })
    const { status, auth, ...checks } = await holder.sees(
      'offer',
      { offer },
      (shown) => shown.status !== 'validity_pending',
    )
    expect([status, auth.status]).toEqual(['validity_active', 'passed'])
    for (const check of ['bgp', 'iprep', 'loaa', 'roa'])
      expect([check, checks[check].status]).toEqual([check, 'passed'])
    expect(['passed', 'warning']).toContain(checks.whois.status)
  })

  it('is sold and paid', async () => {
    const [{ pricing_uuid: pricing, price_per_ip: price }] = (await lessee.does('search', { registry })).data
    expect(await lessee.does('could-have-letter', { asn: lesseeAsn })).toMatchObject({ valid: true })
    await lessee.does('reserve', { pricing, address, price })
    await checkOut()
    await pay({ installation: here, around, lessee, operator, cart })
  })

  it('has a released letter', async () => {
    const leased = await lessee.sees('services', {}, ({ data }) => data.length === 1)
    const { uuid: service } = leased.data[0].billing_service
    await lessee.does('letter', { asn: lesseeAsn, address })
    await checkOut()
    await lessee.does('checkout', { cart })
    const [{ uuid: letter }] = (await holder.does('letters-to-do')).data
    if (registry === 'apnic') {
      around.mirror.publishRoa(block, lesseeAsn)
      await operator.does('fetch-roas')
    } else await holder.does('all-is-done', { letter })
    const { data } = await lessee.sees('letters', { service }, (shown) => shown.data[0]?.status === 'Active')
    expect(data).toMatchObject([{ uuid: letter, released_by: registry === 'apnic' ? 'data' : 'holder' }])
    if (registry === roads[0]?.registry) tell()
    expect(await lessee.does('download', { service, letter })).toMatch(/^%PDF/)
    expect(await lessee.does('verify', { code: data[0].code })).toContain(block)
  })
})

/** The first letter is released. */
function tell(): void {
  const { all, own } = here.seconds
  const people = here.steps.length * secondsPerStep
  say(
    `From the bare installation to the first released letter: ${here.steps.length} steps of people, ${own.toFixed(1)} s of the product's own (${all.toFixed(1)} s here, where people take no time).`,
  )
  expect(people).toBeLessThan(15 * 60)
}

it('the holder is paid, by a file for the bank', async () => {
  await holder.does('bank-details')
  const ticket = await around.mailed('hugo@holder.example', /ticket=([\w-]+)/)
  expect((await holder.does('confirm-bank-details', { ticket })).data.current).toMatchObject({ status: 'confirmed' })
  expect(await here.letMonthEnd()).toMatchObject({ code: 0, out: expect.stringContaining('payouts: 1') })
  const { uuid: payouts, total, left } = (await operator.does('payout-file')).data
  expect([total, left]).toEqual([475, []])
  expect(await operator.does('payout-download', { payouts, format: 'pain001' })).toMatch(
    /<CtrlSum>475\.00<\/CtrlSum>[^]*DE89370400440532013000/,
  )
  expect(await operator.does('payout-download', { payouts, format: 'csv' })).toContain('475.00')
  expect((await operator.does('payouts-sent', { payouts })).data.pending).toBe(0)
})

it('each of them was mailed what concerns them, once', async () => {
  const heard = (to: string, pattern: RegExp) => around.subjectsTo(to).filter((subject) => pattern.test(subject)).length
  await expect.poll(() => heard('lena@lessee.example', /^Invoice .* 121\.00$/)).toBe(roads.length)
  await expect.poll(() => heard('lena@lessee.example', /LOA .* in force/)).toBe(roads.length)
  // What comes to the market together is told together.
  const blocks = () =>
    around.subjectsTo('hugo@holder.example').flatMap((subject) => {
      const [, several] = /^(?:(\d+) blocks are|.* is) on the market$/.exec(subject) ?? [null, '0']
      return Number(several ?? 1)
    })
  await expect.poll(() => blocks().reduce((sum, one) => sum + one, 0)).toBe(roads.length)
  await expect.poll(() => heard('hugo@holder.example', /^Payout .* sent$/)).toBe(1)
})

it('everything adds up, and all of the page was done', async () => {
  const [line = ''] = here.guide.commands('audit')
  expect(await here.command(line)).toMatchObject({ code: 0 })
  expect(here.guide.unread).toEqual([])
})
