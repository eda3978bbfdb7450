import { beforeAll, describe, expect, it } from 'vitest'
import { createAppKey, revokeByClientId } from '../../../src/identity/index.ts'
import { refusedPages, walkPages } from '../../support/paging.ts'
import { anyMember, outcomesFor } from '../../support/portal.ts'
import { stageOffice } from '../../support/stages.ts'

const total = 30
const { world, office } = await stageOffice()
beforeAll(async () => {
  for (let i = 0; i < total; i++) {
    const name = `key ${String((i * 7) % total).padStart(2, '0')}`
    const { key } = await world.change((ctx) => createAppKey(ctx, office.tenant, { name, scopes: ['billing'] }))
    if (i % 3 === 0) await world.change((ctx) => revokeByClientId(ctx, key.client_id))
  }
  await world.key(await world.tenant())
})

const list = (query = '', headers: Record<string, string> = office.viewer) =>
  world.call('GET', `/portal/companies/${office.tenant}/app-keys?${query}`, { headers })
const names = async (query: string) => (await list(query)).body.data.map((key: { name: string }) => key.name)

describe('GET /portal/companies/{tenantUUID}/app-keys', () => {
  it('shows keys newest first, without their secrets', async () => {
    const { status, body, text } = await list()
    expect(status).toBe(200)
    expect(body.data).toHaveLength(25)
    expect(body.meta).toEqual({ current_page: 1, from: 1, last_page: 2, per_page: 25, to: 25, total })
    const times = body.data.map((key: { created_at: number }) => key.created_at)
    expect(times).toEqual(times.toSorted((a: number, b: number) => b - a))
    expect(text).not.toMatch(/client_secret|digest/)
    const live = body.data.find((key: { revoked_at: number | null }) => key.revoked_at === null)
    expect(live).toMatchObject({ scopes: ['billing'], expires_at: null, secrets: [{ uuid: expect.any(String) }] })
    const dead = body.data.find((key: { revoked_at: number | null }) => key.revoked_at !== null)
    expect(dead.secrets).toEqual([])
  })

  it('is walked page by page without losing or repeating a key', async () => {
    const rows = await walkPages(list, 7)
    expect(new Set(rows.map((row) => row.uuid)).size).toBe(total)
    expect(rows).toHaveLength(total)
  })

  it('has an empty page past the end', async () => {
    const { status, body } = await list('page=9')
    expect([status, body.data]).toEqual([200, []])
    expect(body.meta).toEqual({ current_page: 9, from: null, last_page: 2, per_page: 25, to: null, total })
  })

  it.each(refusedPages)('refuses %s', async (query) => {
    const answer = await list(query)
    expect([answer.status, answer.body.code]).toEqual([422, 'invalid_fields'])
  })

  it('finds keys by part of the name, and by how the client id or the uuid begins', async () => {
    const [key] = (await list('filter[search]=KEY 07')).body.data
    expect(key.name).toBe('key 07')
    for (const text of [key.client_id, key.uuid, key.uuid.toUpperCase()])
      expect(await names(`filter[search]=${text}`)).toEqual(['key 07'])
    expect(await names(`filter[search]=${key.client_id.slice(1)}`)).toEqual([])
    expect(await names('filter[search]=%25')).toEqual([])
    expect((await list(`filter[search]=${'x'.repeat(101)}`)).status).toBe(422)
  })

  it('sorts by name both ways', async () => {
    const up = await names('sort=name&per_page=1000')
    expect(up).toEqual(up.toSorted())
    expect(await names('sort=-name&per_page=1000')).toEqual(up.toReversed())
    expect((await list('sort=last_used_at,-created_at')).status).toBe(200)
  })

  it('refuses to sort by what it does not know, and names what it knows', async () => {
    const answer = await list('sort=client_secret')
    expect(answer.status).toBe(422)
    expect(answer.body.errors.sort[0]).toContain('name, created_at, last_used_at')
  })

  it.each([
    ['filter[status]=live', 20],
    ['filter[status]=revoked', 10],
    ['filter[status]=live,revoked', 30],
    ['filter[status][]=live&filter[status][]=revoked', 30],
    ['filter%5Bstatus%5D=revoked', 10],
    ['whatever=1', 30],
  ])('%s finds %i keys', async (query, found) => {
    expect((await list(query)).body.meta.total).toBe(found)
  })

  it.each(['filter[status]=dead', 'filter[name]=x', 'filter=live'])('refuses %s', async (query) => {
    expect((await list(query)).body.code).toBe('invalid_fields')
  })

  it('is for members of any role and for operators', async () => {
    expect(await outcomesFor(office, (headers) => list('', headers))).toEqual(anyMember)
  })

  it('answers 404 for what cannot be a company', async () => {
    const answer = await world.call('GET', '/portal/companies/none/app-keys', { headers: office.owner })
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  })
})
