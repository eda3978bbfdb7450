import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAppKey, moveTenant, revokeByClientId } from '../../../src/identity/index.ts'
import { basic, basicText, fieldsOf, grantOf, postForm, refusalOf, refused, type Refusal } from '../../support/oauth.ts'
import { openWorld, type Answered, type KeyOf, type World } from '../../support/world.ts'

let world: World
let key: KeyOf
beforeAll(async () => {
  world = await openWorld()
  key = await world.key(await world.tenant(), ['billing', 'ecommerce:read'])
})
afterAll(() => world.close())

const grant = 'grant_type=client_credentials'
const send = (form: string | Buffer, headers?: Record<string, string>) =>
  postForm(world, '/oauth2/token', form, headers)
const proof = () => new URLSearchParams(fieldsOf(key)).toString()

describe('POST /oauth2/token refuses with invalid_request', () => {
  it.each([
    ['no grant_type', () => send(proof())],
    ['no client_id', () => send(`${grant}&client_secret=x`)],
    ['no client_secret', () => send(`${grant}&client_id=x`)],
    ['empty credentials', () => send(`${grant}&client_id=&client_secret=`)],
    ['an empty form', () => send('')],
    ['no body and no type', () => world.call('POST', '/oauth2/token')],
    ['grant_type twice', () => send(`${grant}&${grant}&${proof()}`)],
    ['client_id twice', () => send(`${grant}&${proof()}&client_id=${key.clientId}`)],
    ['scope twice', () => send(`${grant}&${proof()}&scope=billing&scope=billing`)],
    ['scope twice, once encoded', () => send(`${grant}&${proof()}&scope=billing&%73cope=billing`)],
    ['a NUL', () => send(`${grant}&${proof()}&scope=billing%00`)],
    ['a NUL in a field nobody reads', () => send(`${grant}&${proof()}&other=%00`)],
    ['percent-encoded bytes that are no UTF-8', () => send(`${grant}&${proof()}&scope=%ff%fe`)],
    ['a broken percent sequence', () => send(`${grant}&${proof()}&scope=%zz`)],
    ['an overlong encoding', () => send(`${grant}&${proof()}&scope=%c0%80`)],
    ['raw bytes that are no UTF-8', () => send(Buffer.from([...Buffer.from(`${grant}&scope=`), 0xff, 0xfe]))],
    ['a raw NUL', () => send(`${grant}&${proof()}&scope=\0`)],
    ['a client_id of 300 letters', () => send(`${grant}&client_secret=x&client_id=${'x'.repeat(300)}`)],
    ['a megabyte of form', () => send(`${grant}&client_id=x&client_secret=${'x'.repeat(1_000_000)}`)],
    ['more than a mebibyte', () => send(`${grant}&client_id=x&client_secret=${'x'.repeat(1_100_000)}`)],
    ['a scope of 1,001 letters', () => send(`${grant}&${proof()}&scope=${'x'.repeat(1_001)}`)],
    [
      'JSON',
      () => world.call('POST', '/oauth2/token', { payload: { grant_type: 'client_credentials', ...fieldsOf(key) } }),
    ],
    ['plain text', () => send(`${grant}&${proof()}`, { 'content-type': 'text/plain' })],
    ['both ways of authenticating', () => send(`${grant}&${proof()}`, basic(key.clientId, key.clientSecret))],
    [
      'another client_id than the header',
      () => send(`${grant}&client_id=other`, basic(key.clientId, key.clientSecret)),
    ],
  ])('%s', async (_what, request: () => Promise<Answered>) => {
    expect(refusalOf(await request())).toEqual(refused(400, 'invalid_request'))
  })
})

describe('POST /oauth2/token names the content type that it takes', () => {
  it.each([
    ['JSON', 'application/json', '{"grant_type":"client_credentials"}'],
    ['broken JSON', 'application/json', '{"grant_type":'],
    ['plain text', 'text/plain', grant],
    ['XML', 'application/xml; charset=utf-8', '<a/>'],
    ['multipart', 'multipart/form-data; boundary=x', '--x--\r\n'],
    ['nothing that is a type', 'form', grant],
  ])('to who sends %s', async (_what, type, payload) => {
    const { status, body } = await world.call('POST', '/oauth2/token', { payload, headers: { 'content-type': type } })
    expect([status, body]).toEqual([
      400,
      { error: 'invalid_request', error_description: 'Send the fields as application/x-www-form-urlencoded.' },
    ])
  })
})

describe('POST /oauth2/token refuses with unsupported_grant_type', () => {
  it.each(['password', 'authorization_code', 'refresh_token', 'CLIENT_CREDENTIALS', '', 'client_credentials '])(
    'grant_type "%s"',
    async (grantType) => {
      const answer = await world.tokenRequest({ ...grantOf(key), grant_type: grantType })
      expect(refusalOf(answer)).toEqual(refused(400, 'unsupported_grant_type'))
    },
  )
})

describe('POST /oauth2/token refuses with invalid_scope', () => {
  it.each([
    ['one that does not exist', 'everything'],
    ['one the key lacks', 'credits'],
    ['the full form of one held for reading', 'ecommerce'],
    ['one of two that the key lacks', 'billing credits'],
    ['another case', 'Billing'],
    ['a read form of nothing', ':read'],
    ['a name from the prototype', 'constructor'],
    ['separated by commas', 'billing,ecommerce:read'],
    ['quotes and backslashes', '\\"\\'],
    ['letters outside ASCII', 'päge ☃'],
    ['line breaks', 'a\r\nset-cookie: b'],
  ])('%s', async (_what, scope) => {
    expect(refusalOf(await world.tokenRequest({ ...grantOf(key), scope }))).toEqual(refused(400, 'invalid_scope'))
  })
})

describe('POST /oauth2/token refuses with invalid_client', () => {
  async function freshKey(): Promise<KeyOf> {
    return world.key(await world.tenant(), ['billing'])
  }

  const refusedBothWays = [refused(401, 'invalid_client'), refused(401, 'invalid_client', true)]

  async function bothWays(dead: KeyOf): Promise<Refusal[]> {
    const byForm = await world.tokenRequest(grantOf(dead))
    const header = basic(dead.clientId, dead.clientSecret)
    const byHeader = await world.tokenRequest({ grant_type: 'client_credentials' }, header)
    return [refusalOf(byForm), refusalOf(byHeader)]
  }

  it('an unknown client, a wrong secret and the secret of another key', async () => {
    const { clientSecret } = await freshKey()
    for (const wrong of [{ clientId: 'sk_unknown' }, { clientSecret: 'wrong' }, { clientSecret }])
      expect(await bothWays({ ...key, ...wrong })).toEqual(refusedBothWays)
  })

  it('a revoked key, used before or not', async () => {
    const [used, unused] = [await freshKey(), await freshKey()]
    await world.token(used)
    for (const { clientId } of [used, unused]) await world.change((ctx) => revokeByClientId(ctx, clientId))
    await world.hear()
    for (const dead of [used, unused]) expect(await bothWays(dead)).toEqual(refusedBothWays)
  })

  it('an expired key, used before or not', async () => {
    const tenant = await world.tenant()
    const wanted = { name: 'short', scopes: ['billing'], expiresAt: new Date(Date.now() + 6_000) }
    const make = async (): Promise<KeyOf> => {
      const made = await world.change((ctx) => createAppKey(ctx, tenant, wanted))
      return { tenant, clientId: made.key.client_id, clientSecret: made.clientSecret }
    }
    const [used, unused] = [await make(), await make()]
    await world.token(used)
    await expect.poll(async () => (await world.tokenRequest(grantOf(used))).status).toBe(401)
    for (const dead of [used, unused]) expect(await bothWays(dead)).toEqual(refusedBothWays)
  })

  it.each(['suspend', 'close'] as const)('a key of a company after "%s", used before or not', async (event) => {
    const tenant = await world.tenant()
    const [used, unused] = [await world.key(tenant), await world.key(tenant)]
    await world.token(used)
    await world.change((ctx) => moveTenant(ctx, tenant, event))
    await world.hear()
    for (const dead of [used, unused]) expect(await bothWays(dead)).toEqual(refusedBothWays)
  })

  it('accepts the key again once the company is restored', async () => {
    const tenant = await world.tenant()
    const itsKey = await world.key(tenant)
    await world.change((ctx) => moveTenant(ctx, tenant, 'suspend'))
    await world.change((ctx) => moveTenant(ctx, tenant, 'restore'))
    await world.hear()
    expect((await world.tokenRequest(grantOf(itsKey))).status).toBe(200)
  })

  it.each([
    ['an empty header', { authorization: '' }],
    ['Basic and nothing', { authorization: 'Basic' }],
    ['Basic and no Base64', { authorization: 'Basic !!!' }],
    ['Basic and two words', { authorization: 'Basic YTpi YTpi' }],
    ['no colon', basicText('nocolon')],
    ['no client_id', basicText(':secret')],
    ['a broken percent sequence', basicText('id:%zz')],
    ['a NUL', basicText('id:a%00b')],
    ['bytes that are no UTF-8', basicText(Buffer.from([0xff, 0x3a, 0xff]))],
    ['a huge client_id', basicText(`${'x'.repeat(5_000)}:y`)],
    ['no secret', basicText('id:')],
    ['another scheme', { authorization: 'Bearer abc' }],
    ['Digest', { authorization: 'Digest username="a"' }],
  ])('a header with %s', async (_what, headers) => {
    expect(refusalOf(await send(grant, headers))).toEqual(refused(401, 'invalid_client', true))
  })
})
