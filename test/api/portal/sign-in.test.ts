import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, createTenant } from '../../../src/identity/index.ts'
import { openWorld, password, type Answered, type World } from '../../support/world.ts'

let world: World
let tenant: string
beforeAll(async () => {
  world = await openWorld()
  tenant = await world.tenant()
})
afterAll(() => world.close())

let people = 0
async function someone(): Promise<string> {
  const email = `someone${++people}@example.net`
  await world.change((ctx) => createMember(ctx, tenant, { email, name: 'Someone', role: 'member' }, password))
  return email
}

const signIn = (email: string, secret = password, remoteAddress = '192.0.2.1'): Promise<Answered> =>
  world.call('POST', '/portal/sign-in', { payload: { email, password: secret }, remoteAddress })

const outcome = ({ status, body }: Answered) => (status === 200 ? 'in' : String(body.code))

const repeated = (count: number, attempt: (i: number) => Promise<Answered>) =>
  Promise.all(Array.from({ length: count }, async (_, i) => outcome(await attempt(i))))

describe('POST /portal/sign-in', () => {
  it('sets a cookie that only this host gets, only over TLS, and no script reads', async () => {
    const email = await someone()
    const answer = await signIn(email)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ data: { uuid: expect.any(String), email, name: 'Someone' } })
    const [pair = '', ...attributes] = String(answer.headers['set-cookie']).split('; ')
    expect(pair).toMatch(/^__Host-sublet_session=[\w-]{43}$/)
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Lax', 'Secure'])
    const me = await world.call('GET', '/portal/me', { headers: { cookie: `other=1; ${pair}; more=2` } })
    expect(me.body.data.person.email).toBe(email)
  })

  it('stores only a digest of the cookie', async () => {
    const answer = await signIn(await someone())
    const value = /session=([\w-]+)/.exec(String(answer.headers['set-cookie']))?.[1] ?? ''
    const { rows } = await world.house.pool.query('select encode(digest, $1) as digest from portal_session', ['hex'])
    const kept = rows.map((row) => String(row.digest))
    expect(kept).not.toContain(Buffer.from(value, 'base64url').toString('hex'))
    expect(kept).not.toContain(Buffer.from(value).toString('hex'))
  })

  it('knows the address in any case', async () => {
    const email = await someone()
    expect((await signIn(email.toUpperCase())).body.data.email).toBe(email)
  })

  it('answers a wrong password and an unknown address alike', async () => {
    const facts = async (answer: Promise<Answered>) => {
      const { status, headers, body } = await answer
      const { date: _date, 'x-request-id': _id, 'content-length': _length, ...rest } = headers
      return { status, headers: rest, body: { ...body, request_id: '' } }
    }
    const wrong = await facts(signIn(await someone(), 'wrong password'))
    expect(wrong).toEqual(await facts(signIn('nobody@example.net')))
    expect(wrong).toMatchObject({ status: 422, body: { code: 'sign_in_failed' } })
    expect(wrong.headers).not.toHaveProperty('set-cookie')
  })

  it('lets nobody in who has not chosen a password yet', async () => {
    const { email } = await world.person(tenant)
    await world.house.pool.query('update person set password_hash = null where email = $1', [email])
    for (const guess of ['', 'null', password]) expect(outcome(await signIn(email, guess))).toBe('sign_in_failed')
  })

  it.each([
    [{ email: 'a@example.net' }, 'password'],
    [{ password }, 'email'],
    [{ email: 'no address', password }, 'email'],
    [{ email: 'a@example.net', password: 5 }, 'password'],
    [{ email: 'a@example.net', password: 'x'.repeat(1_025) }, 'password'],
  ])('refuses %j, naming %s', async (payload, field) => {
    const answer = await world.call('POST', '/portal/sign-in', { payload })
    expect([answer.status, answer.body.code, Object.keys(answer.body.errors)]).toEqual([422, 'invalid_fields', [field]])
  })

  it('refuses a form, so that no other site can sign anybody in', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const payload = `email=a%40example.net&password=${password}`
    expect((await world.call('POST', '/portal/sign-in', { headers, payload })).status).toBe(415)
    const asText = await world.call('POST', '/portal/sign-in', { headers: { 'content-type': 'text/plain' }, payload })
    expect(asText.status).toBe(415)
  })
})

describe('POST /portal/sign-in after failures', () => {
  it('lets ten attempts on an account through, then makes everyone wait, whoever they are', async () => {
    const email = await someone()
    const attempts = []
    for (let i = 0; i < 11; i++) attempts.push(outcome(await signIn(email, 'wrong password', `192.0.2.${i + 2}`)))
    expect(attempts).toEqual([...Array.from({ length: 10 }, () => 'sign_in_failed'), 'sign_in_throttled'])
    const rightPassword = await signIn(email, password, '192.0.2.99')
    expect([rightPassword.status, rightPassword.body.code]).toEqual([429, 'sign_in_throttled'])
    const wait = Number(rightPassword.headers['retry-after'])
    expect(wait).toBeGreaterThan(800)
    expect(wait).toBeLessThanOrEqual(900)
  })

  it('counts attempts that come at the same time', async () => {
    const email = await someone()
    const outcomes = await repeated(25, (i) => signIn(email, 'wrong password', `198.51.100.${i}`))
    expect(outcomes.filter((one) => one === 'sign_in_failed')).toHaveLength(10)
    expect(outcomes.filter((one) => one === 'sign_in_throttled')).toHaveLength(15)
  })

  it('counts an unknown account as it counts a known one', async () => {
    const outcomes = await repeated(12, (i) => signIn('ghost@example.net', 'wrong password', `198.51.100.${i}`))
    expect(outcomes.filter((one) => one === 'sign_in_throttled')).toHaveLength(2)
  })

  it('forgets failures after a success, and after a quarter of an hour', async () => {
    const email = await someone()
    const fail = (times: number) => repeated(times, (i) => signIn(email, 'wrong password', `198.51.100.${i + 100}`))
    await fail(9)
    expect(outcome(await signIn(email))).toBe('in')
    expect(await fail(10)).not.toContain('sign_in_throttled')
    expect(outcome(await signIn(email))).toBe('sign_in_throttled')
    await world.house.pool.query(`update sign_in_failures set since = since - interval '16 minutes'`)
    expect(outcome(await signIn(email))).toBe('in')
  })

  it('forgets failures of an hour to come: the clock was put back since', async () => {
    const email = await someone()
    expect(await repeated(11, (i) => signIn(email, 'wrong password', `198.51.100.${i}`))).toContain('sign_in_throttled')
    await world.house.pool.query(`update sign_in_failures set since = since + interval '1 hour'`)
    expect(outcome(await signIn(email))).toBe('in')
  })

  it('makes an address wait that tries fifty accounts', async () => {
    const outcomes = await repeated(51, (i) => signIn(`account${i}@example.net`, 'wrong password', '203.0.113.1'))
    expect(outcomes.filter((one) => one === 'sign_in_throttled')).toHaveLength(1)
    expect(outcome(await signIn(await someone(), password, '203.0.113.1'))).toBe('sign_in_throttled')
    expect(outcome(await signIn(await someone(), password, '203.0.113.2'))).toBe('in')
  })

  it('does not count successes against an address that many people share', async () => {
    const email = await someone()
    const outcomes = []
    for (let i = 0; i < 55; i++) outcomes.push(outcome(await signIn(email, password, '203.0.113.3')))
    expect(new Set(outcomes)).toEqual(new Set(['in']))
  })

  it('writes who came in into the audit log, not who failed', async () => {
    const other = await world.change((ctx) => createTenant(ctx, { title: 'Quiet' }))
    const person = await world.person(other.uuid)
    await signIn(person.email, 'wrong password')
    const { rows } = await world.house.pool.query('select action from audit_entry where actor_id = $1', [person.uuid])
    expect(rows).toEqual([{ action: 'session.started' }])
  })
})
