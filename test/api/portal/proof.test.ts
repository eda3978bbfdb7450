import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outcomeOf } from '../../support/portal.ts'
import { ageProofs, codeOf, guarded, type Headers } from '../../support/factors.ts'
import { openWorld, password, type World } from '../../support/world.ts'

/** Proving once more who one is, before what moves money or gives access. */

let world: World
let tenant: string
beforeAll(async () => {
  world = await openWorld()
  tenant = await world.tenant()
})
afterAll(() => world.close())

const prove = (headers: Headers, payload: object) =>
  world.call('POST', '/portal/proof', { headers, payload: payload as never })
const makeKey = async (headers: Headers) =>
  outcomeOf(
    await world.call('POST', `/portal/companies/${tenant}/app-keys`, {
      headers,
      payload: { name: 'Export', scopes: ['billing:read'] },
    }),
  )

describe('POST /portal/proof, portalProofState', () => {
  it('lets a weighty deed go on, by the password of who has no more', async () => {
    const { uuid, cookie: headers } = await world.person(tenant)
    expect(await makeKey(headers)).toBe(201)
    await ageProofs(world, uuid)
    expect(await makeKey(headers)).toBe('403 proof_needed')
    expect((await world.call('GET', '/portal/proof', { headers })).body.data.ways).toEqual(['password'])
    expect(outcomeOf(await prove(headers, { password: 'not this one' }))).toBe('422 password_wrong')
    expect(await makeKey(headers)).toBe('403 proof_needed')
    expect((await prove(headers, { password })).status).toBe(204)
    expect(await makeKey(headers)).toBe(201)
    expect((await world.call('GET', '/portal/me', { headers })).status).toBe(200)
  })

  it('wants the second factor of who has one', async () => {
    const { uuid, headers, secret, recoveryCodes } = await guarded(world, tenant)
    await ageProofs(world, uuid)
    expect((await world.call('GET', '/portal/proof', { headers })).body.data.ways).toEqual(['code', 'recovery_code'])
    expect(outcomeOf(await prove(headers, { password }))).toBe('422 second_factor_wanted')
    const code = await codeOf(secret)
    expect((await prove(headers, { code })).status).toBe(204)
    expect(outcomeOf(await prove(headers, { code }))).toBe('422 totp_code_wrong')
    await ageProofs(world, uuid)
    expect((await prove(headers, { recovery_code: recoveryCodes[0] })).status).toBe(204)
    expect(outcomeOf(await prove(headers, { recovery_code: recoveryCodes[0] }))).toBe('422 recovery_code_wrong')
    expect(await makeKey(headers)).toBe(201)
  })

  it('counts for its session alone', async () => {
    const { uuid, email, cookie: headers } = await world.person(tenant)
    const other = await world.signIn(email)
    await ageProofs(world, uuid)
    await prove(other, { password })
    expect([await makeKey(other), await makeKey(headers)]).toEqual([201, '403 proof_needed'])
  })

  it('is throttled, and takes one proof', async () => {
    const { cookie: headers } = await world.person(tenant)
    expect(outcomeOf(await prove(headers, {}))).toBe('422 one_proof')
    expect(outcomeOf(await prove(headers, { password, code: '123456' }))).toBe('422 one_proof')
    for (let n = 0; n < 5; n++) expect(outcomeOf(await prove(headers, { code: '123456' }))).toBe('422 totp_code_wrong')
    const sixth = await prove(headers, { code: '123456' })
    expect(outcomeOf(sixth)).toBe('429 sign_in_throttled')
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('is no concern of programs, but of the tokens of people', async () => {
    const { uuid, cookie: headers } = await world.person(tenant)
    const issued = await world.call('POST', `/portal/companies/${tenant}/explorer-tokens`, {
      headers,
      payload: { scopes: ['billing'] },
    })
    await ageProofs(world, uuid)
    const bearer = { authorization: `Bearer ${issued.body.data.access_token}` }
    expect((await world.call('GET', `/billing/v1/${tenant}`, { headers: bearer })).status).toBe(200)
  })
})

describe('DELETE /portal/me/sessions', () => {
  it('ends all others', async () => {
    const { email, cookie: headers } = await world.person(tenant)
    const others = [await world.signIn(email), await world.signIn(email)]
    const end = () => world.call('DELETE', '/portal/me/sessions', { headers })
    expect((await end()).body.data).toEqual({ ended: 2 })
    expect((await end()).body.data).toEqual({ ended: 0 })
    for (const other of others) expect((await world.call('GET', '/portal/me', { headers: other })).status).toBe(401)
    expect((await world.call('GET', '/portal/me', { headers })).status).toBe(200)
  })
})
