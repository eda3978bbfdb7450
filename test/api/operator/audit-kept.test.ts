import { describe, expect, it } from 'vitest'
import { invariants } from '../../../src/app/invariants.ts'
import { onlyOperators, outcomesFor } from '../../support/portal.ts'
import { stageOffice } from '../../support/stages.ts'

/** operatorCheckPromises, operatorLastAudit */

const { world, office } = await stageOffice()

const path = '/portal/operator/audit'
const last = (headers: Record<string, string> = office.operator) => world.call('GET', path, { headers })
const check = (headers: Record<string, string> = office.operator) => world.call('POST', path, { headers })

describe('the last check of all promises', () => {
  it('is nothing until somebody has checked', async () => {
    expect((await last()).body).toEqual({ data: null })
  })

  it('is kept, with who checked, when and what came out', async () => {
    const { status, body } = await check()
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ ok: true, checked_at: expect.any(Number), checked_by: expect.any(String) })
    expect(body.data.promises.map(({ name }: { name: string }) => name)).toEqual(invariants.map(({ name }) => name))
    expect((await last()).body).toEqual(body)
    const again = await check()
    expect((await last()).body).toEqual(again.body)
  })

  it('is in the audit log', async () => {
    const { body } = await world.call('GET', '/portal/operator/audit-log?filter[action]=promises.checked', {
      headers: office.operator,
    })
    expect(body.meta.total).toBe(2)
    expect(body.data[0]).toMatchObject({ company: null, data: { ok: true } })
  })

  it('is for operators alone', async () => {
    expect(await outcomesFor(office, last)).toEqual(onlyOperators)
    expect(await outcomesFor(office, check)).toEqual(onlyOperators)
  })
})
