import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeAuditLog, noteEntries, type NotedLog } from '../../support/market/audit-log-cases.ts'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, type KeyOf, type World } from '../../support/world.ts'

let world: World
let tenant: string
let key: KeyOf
let bearer: { authorization: string }
let noted: NotedLog
beforeAll(async () => {
  world = await openWorld()
  ;({ tenant, key, bearer } = await world.client())
  for (let i = 0; i < 10; i++) await world.key(tenant)
  noted = await noteEntries(world, tenant)
  await noteEntries(world, await world.tenant())
})
afterAll(() => world.close())

const list = (query = '', headers: Record<string, string> = bearer, company = tenant) =>
  world.call('GET', `/billing/v1/${company}/audit-log?${query}`, { headers })

describe('GET /billing/v1/{tenantUUID}/audit-log', () => {
  describeAuditLog(list, () => noted)

  it('says who did what to what', async () => {
    const { body } = await list('filter[action]=app_key.created&sort=happened_at')
    expect(body.data[0]).toEqual({
      uuid: expect.any(String),
      happened_at: expect.any(Number),
      actor: { kind: 'system', id: 'test' },
      action: 'app_key.created',
      subject: { kind: 'app_key', uuid: expect.any(String) },
      data: { client_id: key.clientId, name: 'test', scopes: ['billing', 'ecommerce', 'nethub-data'] },
      request_id: expect.any(String),
    })
  })

  it('is read with the read form of the scope, by the company itself alone', async () => {
    const withToken = async (scope: string) => ({ authorization: `Bearer ${await world.token(key, scope)}` })
    expect(outcomeOf(await list('', await withToken('billing:read')))).toBe(200)
    expect(outcomeOf(await list('', await withToken('ecommerce')))).toBe('403 scope_missing')
    expect(outcomeOf(await list('', {}))).toBe('401 token_missing')
    expect(outcomeOf(await list('', bearer, await world.tenant()))).toBe('403 tenant_mismatch')
    expect(outcomeOf(await list('', bearer, 'none'))).toBe('404 not_found')
  })
})
