import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resumeLease, suspendLease } from '../../../src/market/index.ts'
import { asHolder } from '../../support/market/holder-letters.ts'
import {
  fitAsn,
  letterIn,
  openLetters,
  releaseByHolder,
  type Lessee,
  type Office,
} from '../../support/market/letters.ts'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

/** GET /verify/{letterCode} (verifyLetter) and GET /verify (verifyLetterByForm). */

let world: World
let office: Office
let lessee: Lessee
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1', SUBLET_SELLER_NAME: 'A <b>&"market"' } })
  office = await openLetters(world)
  lessee = await office.lessee()
})
afterAll(() => world.close())

const json = { accept: 'application/json' }
const verify = (code: string, headers: Record<string, string> = json) =>
  world.call('GET', `/verify/${encodeURIComponent(code)}`, { headers })
const nothing = {
  genuine: false,
  in_force: false,
  since: null,
  block: null,
  asn: null,
  max_length: null,
  company_name: null,
  reference: null,
  valid_from: null,
  valid_until: null,
}
const iso = (at: Date) => `${at.toISOString().slice(0, 19)}Z`

/** What whoever has the letter has on paper. */
async function factsOf(letter: string) {
  const { block, released_at, valid_until } = await letterIn(world, letter)
  return {
    genuine: true,
    block,
    asn: fitAsn,
    max_length: 24,
    company_name: 'Example Networks B.V.',
    reference: `LOA-${letter
      .slice(-12)
      .toUpperCase()
      .replaceAll(/(.{4})(?=.)/g, '$1-')}`,
    valid_from: iso(released_at),
    valid_until: iso(valid_until),
  }
}

async function bought() {
  const lease = await lessee.lease()
  const [letter = ''] = await lessee.buy({ subnets: [lease.block] })
  return { lease, letter }
}

async function released() {
  const { lease, letter } = await bought()
  return { lease, letter, code: await releaseByHolder(office, letter) }
}

const never = '0000-0000-0000-0000-0000-0000-0000'

describe('the verification of a code', () => {
  it('tells a program whether it is genuine and in force since when, and nothing else that is not on paper', async () => {
    const { letter, code } = await released()
    const { released_at } = await letterIn(world, letter)
    const { status, body, headers } = await verify(code)
    expect([status, headers['vary'], headers['cache-control']]).toEqual([200, 'accept', 'no-store'])
    expect(body).toEqual({ ...(await factsOf(letter)), in_force: true, since: iso(released_at) })
  })

  it('tells since when it is not in force: while the lease is suspended, and from the revocation on', async () => {
    const { lease, letter, code } = await released()
    const facts = await factsOf(letter)
    const { released_at } = await letterIn(world, letter)
    await world.change((ctx) => suspendLease(ctx, lease.uuid))
    const { rows } = await world.house.pool.query('select suspended_at from lease where uuid = $1', [lease.uuid])
    expect((await verify(code)).body).toEqual({ ...facts, in_force: false, since: iso(rows[0].suspended_at) })
    await world.change((ctx) => resumeLease(ctx, lease.uuid))
    expect((await verify(code)).body).toEqual({ ...facts, in_force: true, since: iso(released_at) })
    const path = `/billing/v1/${office.holder.tenant}/market/letters/${letter}/revoke`
    await world.call('POST', path, { headers: office.holder.bearer, payload: { reason: 'A test' } })
    const { revoked_at } = await letterIn(world, letter)
    expect((await verify(code)).body).toEqual({ ...facts, in_force: false, since: iso(revoked_at) })
  })

  it('shows the same to people on a page without a script', async () => {
    const lease = await lessee.lease()
    const [letter = ''] = await lessee.buy({ subnets: [lease.block], company_name: `<i>Søn & "Co"` })
    await asHolder(world, office.holder).confirmCompany(letter)
    const code = await releaseByHolder(office, letter)
    const page = await verify(code, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'$/,
    )
    expect(page.text).toContain('<h1>Genuine and in force</h1>')
    expect(page.text).toContain(`<dd>${lease.block}</dd>`)
    expect(page.text).toContain(`<dd>AS${fitAsn}</dd>`)
    expect(page.text).toContain('<dt>In prefixes</dt><dd>/24 only</dd>')
    expect(page.text).toContain('&#60;i&#62;Søn &#38; &#34;Co&#34;</span>')
    expect(page.text).toMatch(/<dt>Valid from<\/dt><dd><time .*<dt>Valid until<\/dt><dd><time /s)
    expect(page.text).toContain('A &#60;b&#62;&#38;&#34;market&#34;')
    for (const secret of ['<script', 'Example Networks', lessee.tenant, office.holder.tenant, 'style='])
      expect(page.text).not.toContain(secret)
  })

  it('says the same of a code that nobody has as of what is none, byte for byte, to programs and to people', async () => {
    const { code } = await released()
    const { letter: waiting } = await bought()
    const pending = (await letterIn(world, waiting)).code
    const others = [
      pending,
      `${code}0`,
      code.slice(1),
      code.toLowerCase(),
      code.replaceAll('-', ''),
      ` ${code}`,
      'x',
      '%',
      "'; drop table letter; --",
      '<script>alert(1)</script>',
      'a/b',
      '\0',
      '\u{1f600}',
      'A'.repeat(257),
      'A'.repeat(8_000),
    ]
    for (const headers of [json, { accept: 'text/html' }, {}] as Record<string, string>[]) {
      const unknown = await verify(never, headers)
      expect(unknown.status).toBe(404)
      const seen = ({ status, text, headers: { date: _date, 'x-request-id': _id, ...rest } }: typeof unknown) => ({
        status,
        text,
        rest,
      })
      for (const other of others) expect(seen(await verify(other, headers))).toEqual(seen(unknown))
    }
    expect((await verify(never)).body).toEqual(nothing)
    expect((await verify(never, {})).text).toContain('<h1>Not genuine</h1>')
  })

  it('knows no code with one character changed to another', async () => {
    const { code } = await released()
    for (let i = 0; i < code.length; i++)
      for (const character of '07AZ-o'.replace(code[i] ?? '', ''))
        expect((await verify(`${code.slice(0, i)}${character}${code.slice(i + 1)}`)).status).toBe(404)
  })

  it('never knew a letter that was revoked before its release', async () => {
    const { letter } = await bought()
    const path = `/billing/v1/${office.holder.tenant}/market/letters/${letter}/revoke`
    await world.call('POST', path, { headers: office.holder.bearer, payload: { reason: 'A test' } })
    const row = await letterIn(world, letter)
    expect(row.status).toBe('revoked')
    expect((await verify(row.code)).body).toEqual(nothing)
  })

  it('answers HEAD with the status alone', async () => {
    const { code } = await released()
    for (const [given, status] of [
      [code, 200],
      [never, 404],
    ] as const) {
      const answer = await world.call('HEAD', `/verify/${given}`)
      expect([answer.status, answer.text]).toEqual([status, ''])
    }
  })

  it('is given to an address only so often, and to others still', async () => {
    const strict = await openWorld({ beside: world, env: { SUBLET_SANDBOX: '1', SUBLET_VERIFY_RATE_LIMIT: '3' } })
    const from = (remoteAddress: string) => strict.call('GET', `/verify/${never}`, { remoteAddress, headers: json })
    const answers = [await from('192.0.2.1'), await from('192.0.2.1'), await from('192.0.2.1')]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(answers.map(({ headers }) => headers['ratelimit-remaining'])).toEqual(['2', '1', '0'])
    const refused = await from('192.0.2.1')
    expect(outcomeOf(refused)).toBe('429 rate_limited')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await from('192.0.2.2')).status).toBe(404)
    await strict.close()
  })
})

describe('GET /verify', () => {
  const type = (code: string) => world.call('GET', `/verify?code=${encodeURIComponent(code)}`)

  it('asks for a code', async () => {
    for (const url of ['/verify', '/verify?code=', '/verify?code=%20']) {
      const page = await world.call('GET', url)
      expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      expect(page.text).toContain('<form action="/verify" method="get">')
      expect(page.text.match(/<h1>.*?<\/h1>/g)).toEqual(['<h1>Verify a letter of authorisation</h1>'])
    }
    expect((await world.call('HEAD', '/verify')).status).toBe(200)
  })

  it('takes it as people type it, and shows the page of that code', async () => {
    const { code } = await released()
    const page = await verify(code, {})
    for (const typed of [code, ` ${code.toLowerCase()} `, code.replaceAll('-', ' '), code.replaceAll('-', '')])
      expect((await type(typed)).text).toBe(page.text)
  })

  it('says of all others what it says of a code that nobody has', async () => {
    const unknown = await verify(never, {})
    for (const typed of [never, 'x', '<b>', '\u{1f600}', `${never}0`]) {
      const { status, text } = await type(typed)
      expect([status, text]).toEqual([404, unknown.text])
    }
    expect(outcomeOf(await type('x'.repeat(201)))).toBe('422 invalid_fields')
  })
})
