import { describe, expect, it } from 'vitest'
import { closeIdentity } from '../../../src/identity/index.ts'
import { grantOf } from '../../support/oauth.ts'
import { mailTo } from '../../support/server/mailbox.ts'
import { noSession, notTheirRole, notTheirs, outcomeOf, outcomesFor } from '../../support/portal.ts'
import { stageOffice } from '../../support/stages.ts'
import { openWorld, type Answered, type KeyOf, type World } from '../../support/world.ts'

/** From where an app key may be used: portalRestrictAppKey, and what it means for the key and for its tokens. */

const { world, office } = await stageOffice()
const keysUrl = `/portal/companies/${office.tenant}/app-keys`

interface MadeKey extends KeyOf {
  readonly uuid: string
}

async function keyFrom(allowed_addresses?: readonly string[]): Promise<MadeKey> {
  const payload = { name: 'Panel', scopes: ['billing', 'nethub-data'], ...(allowed_addresses && { allowed_addresses }) }
  const { status, body } = await world.call('POST', keysUrl, { headers: office.owner, payload })
  expect(status).toBe(201)
  const { uuid, client_id: clientId, client_secret: clientSecret } = body.data
  return { tenant: office.tenant, uuid, clientId, clientSecret }
}

const restrict = (uuid: string, allowed_addresses: unknown, headers: Record<string, string> = office.owner) =>
  world.call('PATCH', `${keysUrl}/${uuid}`, { headers, payload: { allowed_addresses } })

const tokenFrom = (key: KeyOf, remoteAddress: string): Promise<Answered> =>
  world.tokenRequest(grantOf(key), {}, { remoteAddress })

const readFrom = (token: string, remoteAddress: string, on: World = world, headers: Record<string, string> = {}) =>
  on.call('GET', `/billing/v1/${office.tenant}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    remoteAddress,
  })

const shown = async (uuid: string) => {
  const { body } = await world.call('GET', `${keysUrl}?per_page=1000`, { headers: office.viewer })
  return body.data.find((key: { uuid: string }) => key.uuid === uuid)
}

describe('PATCH /portal/companies/{tenantUUID}/app-keys/{keyUUID}', () => {
  it('keeps addresses and prefixes of both families, each once, as people write them', async () => {
    const { uuid } = await keyFrom()
    expect((await shown(uuid)).allowed_addresses).toEqual([])
    const given = ['203.0.113.7', '::ffff:203.0.113.7', '198.51.100.0/24', '2001:DB8::/32', '2001:db8::1/128']
    const { status, body } = await restrict(uuid, given)
    const kept = ['203.0.113.7', '198.51.100.0/24', '2001:db8::/32', '2001:db8::1']
    expect([status, body.data.allowed_addresses]).toEqual([200, kept])
    expect(await shown(uuid)).toEqual(body.data)
    expect((await restrict(uuid, [])).body.data.allowed_addresses).toEqual([])
  })

  it('says what is wrong with each row', async () => {
    const { uuid } = await keyFrom()
    const { status, body } = await restrict(uuid, ['192.0.2.1', '192.0.2.5/24', 'office', 'fe80::1%eth0'])
    expect([status, body.code]).toEqual([422, 'invalid_fields'])
    expect(body.errors).toEqual({
      'allowed_addresses.1': ['"192.0.2.5/24" has bits set behind its prefix length; perhaps 192.0.2.0/24'],
      'allowed_addresses.2': ['"office" is no IPv4 or IPv6 address'],
      'allowed_addresses.3': ['"fe80::1%eth0" has a zone, which means something on one machine only'],
    })
    expect((await shown(uuid)).allowed_addresses).toEqual([])
    const refused = await world.call('POST', keysUrl, {
      headers: office.owner,
      payload: { name: 'K', scopes: ['billing'], allowed_addresses: ['x'] },
    })
    expect(Object.keys(refused.body.errors)).toEqual(['allowed_addresses.0'])
  })

  it('takes fifty, and no more', async () => {
    const { uuid } = await keyFrom()
    const many = Array.from({ length: 51 }, (_, i) => `192.0.2.${i}`)
    expect(outcomeOf(await restrict(uuid, many))).toBe('422 invalid_fields')
    expect(outcomeOf(await restrict(uuid, many.slice(1)))).toBe(200)
    expect(outcomeOf(await restrict(uuid, '192.0.2.1'))).toBe('422 invalid_fields')
    expect(outcomeOf(await restrict(uuid, undefined))).toBe('422 invalid_fields')
  })

  it('is written down, and owners are told', async () => {
    const { uuid, clientId } = await keyFrom()
    const { email } = await world.person(office.tenant, 'owner')
    await restrict(uuid, ['203.0.113.7'])
    const { rows } = await world.house.pool.query(
      `select action, data from audit_entry where subject_uuid = $1 order by uuid desc limit 1`,
      [uuid],
    )
    expect(rows).toEqual([
      {
        action: 'app_key.restricted',
        data: { client_id: clientId, name: 'Panel', allowed_addresses: ['203.0.113.7/32'] },
      },
    ])
    const letter = (await mailTo(world, email)).find(({ subject }) => subject.includes('where it may be used'))
    expect(letter?.body).toContain('203.0.113.7')
  })

  it('is for owners and operators, of a key that lives', async () => {
    const { uuid } = await keyFrom()
    expect(await outcomesFor(office, (headers) => restrict(uuid, ['203.0.113.7'], headers))).toEqual({
      nobody: noSession,
      stranger: notTheirs,
      viewer: notTheirRole,
      member: notTheirRole,
      owner: 200,
      operator: 200,
    })
    await world.call('DELETE', `${keysUrl}/${uuid}`, { headers: office.owner })
    expect(outcomeOf(await restrict(uuid, []))).toBe('422 key_revoked')
    expect(outcomeOf(await restrict('019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f', []))).toBe('404 not_found')
  })
})

describe('a key that may be used from some places only', () => {
  it('gets a token there, and elsewhere is told so in OAuth’s words', async () => {
    const key = await keyFrom(['203.0.113.0/24', '2001:db8::/32'])
    for (const address of ['203.0.113.200', '2001:db8:1::5', '::ffff:203.0.113.9'])
      expect([address, (await tokenFrom(key, address)).status]).toEqual([address, 200])
    for (const address of ['203.0.114.1', '2001:db9::1', '::ffff:198.51.100.1', '127.0.0.1']) {
      const { status, body, headers } = await tokenFrom(key, address)
      expect([address, status, body.error]).toEqual([address, 400, 'unauthorized_client'])
      expect(body.error_description).toContain(address.replace('::ffff:', ''))
      expect(headers['content-type']).toBe('application/json')
    }
  })

  it('tells who has not its secret nothing', async () => {
    const key = await keyFrom(['203.0.113.7'])
    const wrong = { ...key, clientSecret: 'x'.repeat(43) }
    const [here, there] = [await tokenFrom(wrong, '203.0.113.7'), await tokenFrom(wrong, '192.0.2.1')]
    expect([here.status, here.body.error]).toEqual([401, 'invalid_client'])
    expect(there.body).toEqual(here.body)
  })

  it.each(['revoke', 'introspect'])('does not %s elsewhere either', async (what) => {
    const key = await keyFrom(['203.0.113.7'])
    const token = String((await tokenFrom(key, '203.0.113.7')).body.access_token)
    const ask = (remoteAddress: string) =>
      world.call('POST', `/oauth2/${what}`, {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ token, client_id: key.clientId, client_secret: key.clientSecret }).toString(),
        remoteAddress,
      })
    expect((await ask('192.0.2.1')).body.error).toBe('unauthorized_client')
    expect((await ask('203.0.113.7')).status).toBe(200)
  })

  it('has tokens that are worth nothing elsewhere, in the dialect of each API', async () => {
    const key = await keyFrom(['203.0.113.7'])
    const token = String((await tokenFrom(key, '203.0.113.7')).body.access_token)
    await world.hear()
    expect((await readFrom(token, '::ffff:203.0.113.7')).status).toBe(200)
    expect(outcomeOf(await readFrom(token, '203.0.113.8'))).toBe('403 address_not_allowed')
    const data = await world.call('GET', `/nethub-data/${office.tenant}/prefixes/subsets/metadata`, {
      headers: { authorization: `Bearer ${token}` },
      remoteAddress: '203.0.113.8',
    })
    expect([data.status, data.body.code]).toEqual([403, 403])
    expect(data.body.error).toContain('may not be used from this address')
  })

  it('is held to a change by every node, with tokens it has already', async () => {
    const other = await openWorld({ beside: world })
    try {
      const key = await keyFrom()
      const token = await world.token(key)
      expect((await readFrom(token, '192.0.2.1', other)).status).toBe(200)
      await restrict(key.uuid, ['203.0.113.7'])
      await other.hear()
      expect(outcomeOf(await readFrom(token, '192.0.2.1', other))).toBe('403 address_not_allowed')
      expect((await readFrom(token, '203.0.113.7', other)).status).toBe(200)
      await restrict(key.uuid, [])
      await other.hear()
      expect((await readFrom(token, '192.0.2.1', other)).status).toBe(200)
    } finally {
      await other.close()
    }
  })

  it('believes a proxy only where one is trusted', async () => {
    const key = await keyFrom(['203.0.113.7'])
    const claimed = { 'x-forwarded-for': '203.0.113.7' }
    expect((await world.tokenRequest(grantOf(key), claimed, { remoteAddress: '10.0.0.1' })).body.error).toBe(
      'unauthorized_client',
    )
    const behind = await openWorld({ beside: world, env: { SUBLET_TRUST_PROXY: '10.0.0.1' } })
    try {
      const answer = await behind.tokenRequest(grantOf(key), claimed, { remoteAddress: '10.0.0.1' })
      expect(answer.status).toBe(200)
      const token = String(answer.body.access_token)
      expect((await readFrom(token, '10.0.0.1', behind, claimed)).status).toBe(200)
      const elsewhere = { 'x-forwarded-for': '192.0.2.9' }
      expect(outcomeOf(await readFrom(token, '10.0.0.1', behind, elsewhere))).toBe('403 address_not_allowed')
    } finally {
      await behind.close()
    }
  })
})

describe('where it was used last', () => {
  it('is noted with the time, of tokens too, when the server closes', async () => {
    const key = await keyFrom()
    const token = await world.token(key)
    const other = await openWorld({ beside: world })
    expect((await readFrom(token, '::ffff:203.0.113.9', other)).status).toBe(200)
    await closeIdentity(other.house)
    await other.close()
    const { last_used_at, last_used_from } = await shown(key.uuid)
    expect(last_used_from).toBe('203.0.113.9')
    expect(Math.abs(last_used_at - Date.now() / 1_000)).toBeLessThan(120)
  })

  it('is told to people of themselves, for comparison', async () => {
    const { body } = await world.call('GET', '/portal/me', { headers: office.owner, remoteAddress: '::ffff:192.0.2.4' })
    expect(body.data.address).toBe('192.0.2.4')
  })
})
