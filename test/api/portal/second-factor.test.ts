import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outcomeOf } from '../../support/portal.ts'
import { bring, codeOf, forgetCodes, guarded, ticketOf } from '../../support/factors.ts'
import { mailTo, ticketFor } from '../../support/server/mailbox.ts'
import { openWorld, password, type World } from '../../support/world.ts'

/** Signing in in two steps, by an authenticator app that is another program's, and by recovery codes. */

let world: World
let tenant: string
beforeAll(async () => {
  world = await openWorld()
  tenant = await world.tenant()
})
afterAll(() => world.close())

const sessionsOf = async (person: string) =>
  (
    await world.house.pool.query('select * from portal_session where person_uuid = $1 order by created_at desc', [
      person,
    ])
  ).rows
const me = (headers: Record<string, string>) => world.call('GET', '/portal/me', { headers })

describe('portalBeginAuthenticatorApp, portalConfirmAuthenticatorApp, portalRemoveAuthenticatorApp', () => {
  it('shows the secret once, seals it, and counts from the first right code on', async () => {
    const { uuid, cookie: headers } = await world.person(tenant)
    const other = await world.signIn((await me(headers)).body.data.person.email)
    const { body, status } = await world.call('POST', '/portal/me/totp', { headers })
    expect(status).toBe(201)
    const { secret, uri, qr } = body.data
    expect(uri).toContain(`secret=${secret}`)
    expect(qr.path).toMatch(/^M\d+ \d+h1v1h-1z/)
    const { rows } = await world.house.pool.query('select sealed from totp_factor where person_uuid = $1', [uuid])
    expect(world.house.box.open(rows[0].sealed)).toHaveLength(28)
    expect((await me(headers)).body.data.person.second_factor).toBe(false)

    const confirm = (code: string) => world.call('POST', '/portal/me/totp/confirm', { headers, payload: { code } })
    expect(outcomeOf(await confirm('000 000'))).toBe('422 totp_code_wrong')
    const confirmed = await confirm(await codeOf(secret))
    expect(confirmed.body.data.recovery_codes).toHaveLength(10)
    expect((await me(headers)).body.data.person.second_factor).toBe(true)
    expect((await me(other)).status).toBe(401)
    expect(outcomeOf(await confirm(await codeOf(secret)))).toBe('422 totp_not_begun')
    expect(outcomeOf(await world.call('POST', '/portal/me/totp', { headers }))).toBe('422 totp_exists')
    const listed = await world.call('GET', '/portal/me/second-factors', { headers })
    expect(listed.body.data).toMatchObject({ passkeys: [], recovery_codes: { left: 10 } })
    expect(listed.body.data.totp.created_at).toBeGreaterThan(0)
  })

  it('begins anew with another secret while it is not confirmed', async () => {
    const { cookie: headers } = await world.person(tenant)
    expect(outcomeOf(await world.call('POST', '/portal/me/totp/confirm', { headers, payload: { code: '1' } }))).toBe(
      '422 totp_not_begun',
    )
    const secrets = []
    for (let n = 0; n < 2; n++)
      secrets.push((await world.call('POST', '/portal/me/totp', { headers })).body.data.secret)
    expect(secrets[0]).not.toBe(secrets[1])
    const payload = { code: await codeOf(secrets[0]) }
    expect(outcomeOf(await world.call('POST', '/portal/me/totp/confirm', { headers, payload }))).toBe(
      '422 totp_code_wrong',
    )
    for (let n = 0; n < 4; n++) await world.call('POST', '/portal/me/totp/confirm', { headers, payload })
    expect(outcomeOf(await world.call('POST', '/portal/me/totp/confirm', { headers, payload }))).toBe(
      '429 sign_in_throttled',
    )
  })

  it('is told by mail, as is its removal; with it the recovery codes go', async () => {
    const { uuid, email, headers } = await guarded(world, tenant)
    expect((await world.call('DELETE', '/portal/me/totp', { headers })).status).toBe(204)
    expect(outcomeOf(await world.call('DELETE', '/portal/me/totp', { headers }))).toBe('404 not_found')
    const subjects = (await mailTo(world, email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.startsWith('Auth'))).toEqual([
      'Authenticator app added',
      'Authenticator app removed',
    ])
    const { rows } = await world.house.pool.query('select from recovery_code where person_uuid = $1', [uuid])
    expect(rows).toHaveLength(0)
    const plain = await world.call('POST', '/portal/sign-in', { payload: { email, password } })
    expect(plain.body.data.email).toBe(email)
  })
})

describe('portalBringSecondFactor', () => {
  it('begins the session that the password alone did not', async () => {
    const { uuid, email, secret } = await guarded(world, tenant)
    const before = (await sessionsOf(uuid)).length
    const first = await world.call('POST', '/portal/sign-in', { payload: { email, password } })
    expect(first.status).toBe(200)
    expect(first.headers['set-cookie']).toBeUndefined()
    expect(first.body.data).toEqual({
      second_factor: {
        ticket: expect.any(String) as string,
        ways: ['code', 'recovery_code'],
        expires_at: expect.any(Number) as number,
      },
    })
    expect(await sessionsOf(uuid)).toHaveLength(before)
    const { ticket } = first.body.data.second_factor
    const second = await bring(world, { ticket, code: await codeOf(secret) })
    expect(second.body.data).toEqual({ uuid, email, name: 'Test Person' })
    const cookie = String(second.headers['set-cookie']).split(';')[0] ?? ''
    expect((await me({ cookie })).status).toBe(200)
    expect((await sessionsOf(uuid))[0].proven_by).toEqual(['password', 'code'])
    expect(outcomeOf(await bring(world, { ticket, code: await codeOf(secret, 1) }))).toBe('422 challenge_invalid')
  })

  it('takes a code once, also on two connections at once', async () => {
    const { uuid, email, secret } = await guarded(world, tenant)
    const tickets = [await ticketOf(world, email), await ticketOf(world, email)]
    const code = await codeOf(secret)
    const answers = await Promise.all(tickets.map((ticket) => bring(world, { ticket, code })))
    expect(answers.map(outcomeOf).map(String).sort()).toEqual(['200', '422 totp_code_wrong'])
    expect(outcomeOf(await bring(world, { ticket: await ticketOf(world, email), code }))).toBe('422 totp_code_wrong')
    await forgetCodes(world, uuid)
    const [ticket] = [await ticketOf(world, email)]
    const same = await Promise.all([0, 1].map(() => bring(world, { ticket, code })))
    expect(same.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('throttles the sixth wrong code, and says for how long', async () => {
    const { email, secret } = await guarded(world, tenant)
    const ticket = await ticketOf(world, email)
    for (let n = 0; n < 5; n++)
      expect(outcomeOf(await bring(world, { ticket, code: '000000' }))).toBe('422 totp_code_wrong')
    const sixth = await bring(world, { ticket, code: await codeOf(secret) })
    expect(outcomeOf(sixth)).toBe('429 sign_in_throttled')
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(800)
    const anew = await ticketOf(world, email)
    expect(outcomeOf(await bring(world, { ticket: anew, code: await codeOf(secret) }))).toBe('429 sign_in_throttled')
  })

  it('refuses a ticket that has expired, was tried ten times, or is nobodys', async () => {
    const { uuid, email, secret } = await guarded(world, tenant)
    const code = await codeOf(secret)
    const old = await ticketOf(world, email)
    await world.house.pool.query(
      `update sign_in_challenge set expires_at = now() - interval '1 second' where person_uuid = $1`,
      [uuid],
    )
    const tried = await ticketOf(world, email)
    await world.house.pool.query('update sign_in_challenge set tries = 10 where person_uuid = $1', [uuid])
    for (const ticket of [old, tried, 'nobodys'])
      expect(outcomeOf(await bring(world, { ticket, code }))).toBe('422 challenge_invalid')
    const asked = { payload: { ticket: old } }
    expect(outcomeOf(await world.call('POST', '/portal/sign-in/passkey-request', asked))).toBe('422 challenge_invalid')
  })

  it('takes no code of somebody else', async () => {
    const [ann, ben] = [await guarded(world, tenant), await guarded(world, tenant)]
    const ticket = await ticketOf(world, ann.email)
    expect(outcomeOf(await bring(world, { ticket, code: await codeOf(ben.secret) }))).toBe('422 totp_code_wrong')
    const recovery_code = ben.recoveryCodes[0]
    expect(outcomeOf(await bring(world, { ticket, recovery_code }))).toBe('422 recovery_code_wrong')
  })

  it.each([{}, { code: '123456', recovery_code: 'abcd' }])('wants exactly one proof: %j', async (proof) => {
    const { email } = await guarded(world, tenant)
    expect(outcomeOf(await bring(world, { ticket: await ticketOf(world, email), ...proof }))).toBe('422 one_proof')
  })
})

describe('portalRenewRecoveryCodes, portalSecondFactors', () => {
  it('each sign in once, however typed, and are told by mail', async () => {
    const { uuid, email, recoveryCodes, headers } = await guarded(world, tenant)
    const [code = ''] = recoveryCodes
    const typed = { recovery_code: code.toUpperCase().replaceAll('-', ' ') }
    expect((await bring(world, { ticket: await ticketOf(world, email), ...typed })).status).toBe(200)
    expect((await sessionsOf(uuid))[0].proven_by).toEqual(['password', 'recovery_code'])
    expect(outcomeOf(await bring(world, { ticket: await ticketOf(world, email), ...typed }))).toBe(
      '422 recovery_code_wrong',
    )
    expect((await mailTo(world, email)).map(({ subject }) => subject)).toContain('Recovery code used')
    const listed = await world.call('GET', '/portal/me/second-factors', { headers })
    expect(listed.body.data.recovery_codes.left).toBe(9)
  })

  it('are renewed, and the old ones work no more', async () => {
    const { email, recoveryCodes, headers } = await guarded(world, tenant)
    const renewed = await world.call('POST', '/portal/me/recovery-codes', { headers })
    expect(new Set([...renewed.body.data.recovery_codes, ...recoveryCodes]).size).toBe(20)
    const recovery_code = recoveryCodes[0]
    expect(outcomeOf(await bring(world, { ticket: await ticketOf(world, email), recovery_code }))).toBe(
      '422 recovery_code_wrong',
    )
    const { cookie } = await world.person(tenant)
    expect(outcomeOf(await world.call('POST', '/portal/me/recovery-codes', { headers: cookie }))).toBe(
      '422 no_second_factor',
    )
  })
})

describe('choosing a password', () => {
  it('is no way around the second factor', async () => {
    const { email, secret } = await guarded(world, tenant)
    await world.call('POST', '/portal/password-reset', { payload: { email } })
    const payload = { ticket: await ticketFor(world, email), password: 'another long one' }
    const chosen = await world.call('POST', '/portal/password', { payload })
    expect(chosen.headers['set-cookie']).toBeUndefined()
    const { ticket } = chosen.body.data.second_factor
    expect((await bring(world, { ticket, code: await codeOf(secret) })).status).toBe(200)
  })
})
