import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SoftPasskey } from '../../support/authenticator.ts'
import { outcomeOf } from '../../support/portal.ts'
import { bring, guarded, ticketOf, type Headers } from '../../support/factors.ts'
import { mailTo } from '../../support/server/mailbox.ts'
import { openWorld, type World } from '../../support/world.ts'

/** Passkeys: set up, as second factor, and as a sign-in of their own. */

let world: World
let tenant: string
let site: { origin: string; rpId: string }
beforeAll(async () => {
  world = await openWorld()
  tenant = await world.tenant()
  const { origin, hostname } = new URL(world.house.config.publicUrl)
  site = { origin, rpId: hostname }
})
afterAll(() => world.close())

const post = (path: string, headers: Headers, payload?: unknown) =>
  world.call('POST', path, { headers, ...(payload !== undefined && { payload: payload as never }) })

const asked = async (headers: Headers) => (await post('/portal/me/passkeys/request', headers)).body.data

async function add(headers: Headers, passkey = new SoftPasskey(site), name = 'Laptop') {
  const answer = await post('/portal/me/passkeys', headers, { name, passkey: passkey.register(await asked(headers)) })
  return { passkey, answer }
}

const atSignIn = async (ticket?: string) =>
  (await post('/portal/sign-in/passkey-request', {}, ticket === undefined ? {} : { ticket })).body.data
const signInBy = (passkey: unknown) => post('/portal/sign-in/passkey', {}, { passkey })

async function withPasskey() {
  const { uuid, email, cookie: headers } = await world.person(tenant)
  return { uuid, email, headers, ...(await add(headers)) }
}

describe('portalBeginPasskey, portalAddPasskey, portalRenamePasskey, portalRemovePasskey', () => {
  it('keeps its public key, and brings recovery codes with the first', async () => {
    const { headers, answer, email } = await withPasskey()
    expect(answer.status).toBe(201)
    expect(answer.body.data.recovery_codes).toHaveLength(10)
    expect((await add(headers)).answer.body.data.recovery_codes).toBeNull()
    const { passkeys } = (await world.call('GET', '/portal/me/second-factors', { headers })).body.data
    expect(passkeys).toHaveLength(2)
    expect(passkeys[0]).toMatchObject({ name: 'Laptop', last_used_at: null })
    expect((await asked(headers)).excludeCredentials).toHaveLength(2)
    const subjects = (await mailTo(world, email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject === 'Passkey added')).toHaveLength(2)
  })

  it.each(['x'.repeat(200), 'מפתח האבטחה שלי', 'هاتفي الجديد', '🔑👩‍💻 keys', '🔑'.repeat(200)])(
    'may be called %s',
    async (name) => {
      const { headers, answer } = await withPasskey()
      expect(answer.status).toBe(201)
      const { answer: named } = await add(headers, new SoftPasskey(site), name)
      expect(named.status).toBe(201)
      const { passkeys } = (await world.call('GET', '/portal/me/second-factors', { headers })).body.data
      expect(passkeys[1].name).toBe(name)
    },
  )

  it('refuses names that are none, and renames', async () => {
    const { headers } = await withPasskey()
    const named = async (name: string) => outcomeOf((await add(headers, new SoftPasskey(site), name)).answer)
    expect(await named('two\nlines')).toBe('422 name_unacceptable')
    expect(await named('x'.repeat(201))).toBe('422 invalid_fields')
    expect(await named('')).toBe('422 invalid_fields')
    const { passkeys } = (await world.call('GET', '/portal/me/second-factors', { headers })).body.data
    const path = `/portal/me/passkeys/${passkeys[0].uuid}`
    const rename = (payload: object) => world.call('PATCH', path, { headers, payload: payload as never })
    expect((await rename({ name: 'Phone' })).status).toBe(204)
    expect(outcomeOf(await rename({ name: 'see www.evil.example' }))).toBe('422 name_unacceptable')
    const { cookie: stranger } = await world.person(tenant)
    expect(outcomeOf(await world.call('DELETE', path, { headers: stranger }))).toBe('404 not_found')
    expect((await world.call('DELETE', path, { headers })).status).toBe(204)
    expect((await world.call('GET', '/portal/me', { headers })).body.data.person.second_factor).toBe(false)
  })

  it('refuses one of another site, a challenge of somebody else or used before, one that is known, and the 21st', async () => {
    const { headers, passkey, uuid } = await withPasskey()
    const tried = async (payload: object) =>
      outcomeOf(await post('/portal/me/passkeys', headers, { name: 'Key', passkey: payload }))
    for (const elsewhere of [
      { ...site, origin: 'https://evil.example' },
      { ...site, rpId: 'evil.example' },
    ])
      expect(await tried(new SoftPasskey(elsewhere).register(await asked(headers)))).toBe('422 passkey_refused')
    const { cookie: other } = await world.person(tenant)
    expect(await tried(new SoftPasskey(site).register(await asked(other)))).toBe('422 passkey_refused')
    expect(await tried(new SoftPasskey(site).register({ challenge: 'never-asked' }))).toBe('422 passkey_refused')
    const request = await asked(headers)
    const garbled = new SoftPasskey(site).register(request)
    expect(await tried({ ...garbled, response: { ...garbled.response, clientDataJSON: 'AAAA' } })).toBe(
      '422 passkey_refused',
    )
    expect(await tried({ ...garbled, response: { ...garbled.response, attestationObject: 'AAAA' } })).toBe(
      '422 passkey_refused',
    )
    const used = new SoftPasskey(site).register(await asked(headers))
    expect(await tried(used)).toBe(201)
    expect(await tried(used)).toBe('422 passkey_refused')
    expect(await tried(passkey.register(await asked(headers)))).toBe('422 passkey_known')
    await world.house.pool.query(
      `insert into passkey (uuid, person_uuid, credential_id, public_key, sign_count, transports, name, created_at)
       select gen_random_uuid(), $1, sha256(gen_random_uuid()::text::bytea), '', 0, '{}', 'x', now()
       from generate_series(1, 18) n`,
      [uuid],
    )
    expect(await tried(new SoftPasskey(site).register(await asked(headers)))).toBe('422 too_many_passkeys')
  })
})

describe('portalAskPasskeyAtSignIn, portalSignInByPasskey', () => {
  it('needs neither address nor password', async () => {
    const { uuid, passkey } = await withPasskey()
    const request = await atSignIn()
    expect(request).toMatchObject({ allowCredentials: [], userVerification: 'required', rpId: site.rpId })
    const answer = await signInBy(passkey.answer(request))
    expect(answer.body.data.uuid).toBe(uuid)
    const headers = { cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' }
    const { data } = (await world.call('GET', '/portal/me/sessions', { headers })).body
    expect(data.find(({ current }: { current: boolean }) => current).proven_by).toEqual(['passkey'])
  })

  it('refuses an answer given before, of another site, without a look at its user, or by an unknown key', async () => {
    const { passkey } = await withPasskey()
    const good = passkey.answer(await atSignIn())
    expect((await signInBy(good)).status).toBe(200)
    const refused = async (answer: unknown) => expect(outcomeOf(await signInBy(answer))).toBe('422 passkey_refused')
    await refused(good)
    await refused(passkey.answer(await atSignIn(), { verified: false }))
    await refused(new SoftPasskey(site).answer(await atSignIn()))
    await refused(passkey.answer({ challenge: 'never-asked' }))
    const forged = passkey.answer(await atSignIn())
    await refused({ ...forged, response: { ...forged.response, signature: 'AAAA' } })
    const request = await atSignIn()
    await world.house.pool.query(`update passkey_challenge set expires_at = now() - interval '1 second'`)
    await refused(passkey.answer(request))
  })

  it('refuses a counter that goes back, or stands still', async () => {
    const { passkey } = await withPasskey()
    const withCount = async (count: number) => outcomeOf(await signInBy(passkey.answer(await atSignIn(), { count })))
    expect(await withCount(7)).toBe(200)
    for (const count of [7, 6, 0]) expect(await withCount(count)).toBe('422 passkey_refused')
    expect(await withCount(8)).toBe(200)
  })

  it('is one session for one answer on two connections, and throttled by address', async () => {
    const { passkey } = await withPasskey()
    const answer = passkey.answer(await atSignIn(), { count: 1 })
    const both = await Promise.all([signInBy(answer), signInBy(answer)])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    const elsewhere = { payload: { passkey: answer as never }, remoteAddress: '192.0.2.77' }
    const outcomes = []
    for (let n = 0; n < 51; n++)
      outcomes.push(outcomeOf(await world.call('POST', '/portal/sign-in/passkey', elsewhere)))
    expect(outcomes.at(-2)).toBe('422 passkey_refused')
    expect(outcomes.at(-1)).toBe('429 sign_in_throttled')
  })
})

describe('portalAskPasskeyAsProof', () => {
  it('follows the password, without a look at its user', async () => {
    const { email, passkey } = await withPasskey()
    const ticket = await ticketOf(world, email)
    const request = await atSignIn(ticket)
    expect(request.allowCredentials).toEqual([
      { type: 'public-key', id: passkey.id.toString('base64url'), transports: ['internal'] },
    ])
    const answer = passkey.answer(request, { verified: false })
    expect((await bring(world, { ticket, passkey: answer })).status).toBe(200)
  })

  it('is not that of somebody else, nor what another purpose was asked for', async () => {
    const { email, passkey, headers } = await withPasskey()
    const ben = await withPasskey()
    const ticket = await ticketOf(world, email)
    const tried = async (answer: unknown) => outcomeOf(await bring(world, { ticket, passkey: answer }))
    expect(await tried(ben.passkey.answer(await atSignIn(ticket)))).toBe('422 passkey_refused')
    expect(await tried(passkey.answer(await atSignIn(await ticketOf(world, ben.email))))).toBe('422 passkey_refused')
    expect(await tried(passkey.answer(await atSignIn()))).toBe('422 passkey_refused')
    const asProof = (await post('/portal/proof/passkey-request', headers)).body.data
    expect(await tried(passkey.answer(asProof))).toBe('422 passkey_refused')
  })

  it('stands beside an authenticator app, and proves once more', async () => {
    const { email, headers } = await guarded(world, tenant)
    const { passkey } = await add(headers)
    const first = await world.call('POST', '/portal/sign-in', {
      payload: { email, password: 'a long enough password' },
    })
    expect(first.status).toBe(422)
    const request = (await post('/portal/proof/passkey-request', headers)).body.data
    expect((await post('/portal/proof', headers, { passkey: passkey.answer(request) })).status).toBe(204)
    expect(outcomeOf(await post('/portal/proof', headers, { passkey: passkey.answer(request) }))).toBe(
      '422 passkey_refused',
    )
  })
})
