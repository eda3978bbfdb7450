import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeAuditLog, noteEntries, type NotedLog } from '../../support/market/audit-log-cases.ts'
import { noSession, notTheirs, openOffice, outcomesFor, type Office } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let office: Office
let noted: NotedLog
beforeAll(async () => {
  world = await openWorld()
  office = await openOffice(world)
  for (let i = 0; i < 10; i++) await world.key(office.tenant)
  noted = await noteEntries(world, office.tenant)
  await noteEntries(world, await world.tenant())
})
afterAll(() => world.close())

const list = (query = '', headers: Record<string, string> = office.viewer) =>
  world.call('GET', `/portal/companies/${office.tenant}/audit-log?${query}`, { headers })

describe('GET /portal/companies/{tenantUUID}/audit-log', () => {
  describeAuditLog(list, () => noted)

  it('is for members of any role and for operators', async () => {
    expect(await outcomesFor(office, (headers) => list('', headers))).toEqual({
      nobody: noSession,
      stranger: notTheirs,
      viewer: 200,
      member: 200,
      owner: 200,
      operator: 200,
    })
  })
})
