import { beforeAll, describe, expect, it } from 'vitest'
import { moveTenant } from '../../../src/identity/index.ts'
import { refusedPages, walkPages } from '../../support/paging.ts'
import { onlyOperators, outcomesFor } from '../../support/portal.ts'
import { stageOffice } from '../../support/stages.ts'

const { world, office } = await stageOffice()
beforeAll(async () => {
  for (let i = 0; i < 27; i++) {
    const tenant = await world.tenant(`Company ${i}`)
    if (i < 4) await world.change((ctx) => moveTenant(ctx, tenant, 'suspend'))
    if (i < 1) await world.change((ctx) => moveTenant(ctx, tenant, 'close'))
  }
})

const list = (query = '', headers: Record<string, string> = office.operator) =>
  world.call('GET', `/portal/operator/companies?${query}`, { headers })

describe('GET /portal/operator/companies', () => {
  it('lists every company by customer number', async () => {
    const { status, body } = await list()
    expect(status).toBe(200)
    expect(body.data).toHaveLength(25)
    expect(body.meta).toEqual({ current_page: 1, from: 1, last_page: 2, per_page: 25, to: 25, total: 30 })
    expect(body.data[0]).toMatchObject({ uuid: office.tenant, customer_number: 100_001, status: 'active' })
    const all = (await walkPages(list, 11)) as unknown as { customer_number: number }[]
    expect(all.map((company) => company.customer_number)).toEqual(Array.from({ length: 30 }, (_, i) => 100_001 + i))
    expect((await list('page=3')).body.data).toEqual([])
  })

  it.each([
    ['filter[status]=suspended', 3],
    ['filter[status]=closed', 1],
    ['filter[status]=suspended,closed', 4],
    ['filter[status]=pending', 0],
    ['filter[search]=company 2', 8],
    ['filter[search]=COMPANY 26', 1],
    ['filter[search]=100001', 1],
    ['filter[search]=%25', 0],
    [`filter[search]=${office.tenant}`, 1],
    ['filter[search]=company&filter[status]=suspended', 3],
  ])('%s finds %i', async (query, total) => {
    expect((await list(query)).body.meta.total).toBe(total)
  })

  it.each([...refusedPages, 'filter[status]=happy', 'filter[title]=x'])('refuses %s', async (query) => {
    expect((await list(query)).body.code).toBe('invalid_fields')
  })

  it('is for operators alone', async () => {
    expect(await outcomesFor(office, (headers) => list('', headers))).toEqual(onlyOperators)
  })
})
