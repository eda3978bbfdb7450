import { beforeAll, describe, expect, it } from 'vitest'
import { describeAuditLog, noteEntries, type NotedLog } from '../../support/market/audit-log-cases.ts'
import { anyMember, outcomesFor } from '../../support/portal.ts'
import { stageOffice } from '../../support/stages.ts'

let noted: NotedLog
const { world, office } = await stageOffice()
beforeAll(async () => {
  for (let i = 0; i < 10; i++) await world.key(office.tenant)
  noted = await noteEntries(world, office.tenant)
  await noteEntries(world, await world.tenant())
})

const list = (query = '', headers: Record<string, string> = office.viewer) =>
  world.call('GET', `/portal/companies/${office.tenant}/audit-log?${query}`, { headers })

describe('GET /portal/companies/{tenantUUID}/audit-log', () => {
  describeAuditLog(list, () => noted)

  it('is for members of any role and for operators', async () => {
    expect(await outcomesFor(office, (headers) => list('', headers))).toEqual(anyMember)
  })
})
