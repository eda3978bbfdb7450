import { describe, expect, it } from 'vitest'
import { outcomeOf } from '../../support/portal.ts'
import { stageOffice } from '../../support/stages.ts'

const home = 'https://sublet.example'

const { world, office } = await stageOffice({ env: { SUBLET_PUBLIC_URL: home } })

const create = (headers: Record<string, string>) =>
  world.call('POST', `/portal/companies/${office.tenant}/app-keys`, {
    headers: { ...office.owner, ...headers },
    payload: { name: 'from a page', scopes: ['billing'] },
  })

describe('a change asked for with the session cookie', () => {
  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'nonsense' },
    { 'sec-fetch-site': 'cross-site', origin: home },
    { origin: 'https://elsewhere.example' },
    { origin: 'http://sublet.example' },
    { origin: 'https://sublet.example.elsewhere.example' },
    { origin: 'https://elsewhere.sublet.example' },
    { origin: 'null' },
    { origin: '' },
  ] as Record<string, string>[])('is refused from %j', async (headers) => {
    const { status, body } = await create(headers)
    expect([status, body.code]).toEqual([403, 'cross_site'])
  })

  it('is refused where nothing says where it comes from', async () => {
    const { cookie } = office.owner
    const payload = { name: 'from nowhere', scopes: ['billing'] }
    const path = `/portal/companies/${office.tenant}/app-keys`
    expect(outcomeOf(await world.call('POST', path, { headers: { cookie }, payload }))).toBe('403 cross_site')
    // Nor does a program's API take a person's word that way; a token needs none.
    const { key, tenant, bearer } = await world.client()
    const change = (headers: Record<string, string>) =>
      world.call('PATCH', `/billing/v1/${tenant}`, { headers, payload: { company: { title: key.tenant } } })
    expect(outcomeOf(await change({ cookie }))).toBe('403 cross_site')
    expect(outcomeOf(await change(bearer))).not.toBe('403 cross_site')
  })

  it.each([
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin: home },
    { origin: 'http://10.0.0.5:8080', host: '10.0.0.5:8080' },
  ] as Record<string, string>[])('is accepted from %j', async (headers) => {
    expect(outcomeOf(await create(headers))).toBe(201)
  })

  it('is refused for every method that changes something', async () => {
    const headers = { ...office.owner, 'sec-fetch-site': 'cross-site' }
    const person = '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f'
    const path = `/portal/companies/${office.tenant}/members/${person}`
    for (const method of ['PATCH', 'DELETE'])
      expect(outcomeOf(await world.call(method, path, { headers, payload: { role: 'viewer' } }))).toBe('403 cross_site')
    const move = { headers: { ...office.operator, 'sec-fetch-site': 'cross-site' }, payload: { event: 'suspend' } }
    const suspended = await world.call('POST', `/portal/operator/companies/${office.tenant}/status`, move)
    expect(outcomeOf(suspended)).toBe('403 cross_site')
  })

  it('does not stop reading, which changes nothing', async () => {
    const headers = { ...office.owner, 'sec-fetch-site': 'cross-site' }
    expect((await world.call('GET', '/portal/me', { headers })).status).toBe(200)
  })
})
