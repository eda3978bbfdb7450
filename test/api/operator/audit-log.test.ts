import { beforeAll, describe, expect, it } from 'vitest'
import { auditActions } from '../../../src/kernel/audit-action.ts'
import { audit } from '../../../src/kernel/audit.ts'
import { noteEntries, type NotedLog } from '../../support/market/audit-log-cases.ts'
import { refusedPages, walkPages } from '../../support/paging.ts'
import { onlyOperators, outcomesFor } from '../../support/portal.ts'
import { stageOffice } from '../../support/stages.ts'

/** operatorListAuditLog */

let noted: NotedLog
let other: string
const { world, office } = await stageOffice()
beforeAll(async () => {
  noted = await noteEntries(world, office.tenant)
  other = await world.tenant('Another company')
  await noteEntries(world, other)
})

const list = (query = '', headers: Record<string, string> = office.operator) =>
  world.call('GET', `/portal/operator/audit-log?${query}`, { headers })
const total = async (query: string) => (await list(query)).body.meta.total

describe('GET /portal/operator/audit-log', () => {
  it('shows what happened in all companies and beside them, with the names of whom it concerns', async () => {
    const { status, body } = await list('per_page=1000')
    expect(status).toBe(200)
    const titles = new Set(body.data.map(({ company }: { company: { title: string } | null }) => company?.title))
    expect([...titles]).toEqual(
      expect.arrayContaining([undefined, 'Another company', 'Elsewhere', 'Example Networks', 'Operators']),
    )
    const signedIn = body.data.find(({ action }: { action: string }) => action === 'session.started')
    expect(signedIn).toMatchObject({ company: null, actor: { kind: 'user', name: expect.any(String) } })
    const made = body.data.find(({ action }: { action: string }) => action === 'test.b')
    expect(made).toMatchObject({ company: { uuid: other }, subject: { kind: 'test', uuid: null }, data: { i: 39 } })
  })

  it('names the app key that did something', async () => {
    const headers = { authorization: `Bearer ${await world.token(await world.key(other))}` }
    const changed = await world.call('PATCH', `/billing/v1/${other}`, { headers, payload: { title: 'Renamed' } })
    expect(changed.status).toBe(200)
    const { data } = (await list(`filter[company]=${other}&filter[action]=tenant.changed`)).body
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({ actor: { kind: 'key', name: expect.any(String) }, company: { title: 'Renamed' } })
  })

  it('gives every entry once, the newest first, of all and of one company', async () => {
    for (const filter of ['', `filter[company]=${office.tenant}`]) {
      const whole = (await list(`per_page=1000&${filter}`)).body.data
      const walked = await walkPages((query) => list(`${query}&${filter}`), 9)
      expect(walked.map(({ uuid }) => uuid)).toEqual(whole.map(({ uuid }: { uuid: string }) => uuid))
      expect(new Set(walked.map(({ uuid }) => uuid)).size).toBe(walked.length)
    }
  })

  it('finds by company, action and time', async () => {
    const { middle } = noted
    const own = `filter[company]=${office.tenant}`
    expect(await total(own)).toBe(noted.total)
    expect(await total(`${own}&filter[action]=test.a`)).toBe(20)
    expect(await total('filter[action]=test.a,test.b')).toBe(80)
    expect(await total(`${own}&filter[date_from]=${middle}&filter[date_to]=${middle + 1}`)).toBe(1)
    expect(await total(`${own}&filter[date_to]=${middle}&filter[action]=test.a`)).toBe(10)
    expect(await total(`filter[date_from]=${middle}&filter[date_to]=${middle}`)).toBe(0)
    expect(await total('filter[company]=019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f')).toBe(0)
    expect((await list('filter[date_from]=0&filter[date_to]=253402300799')).status).toBe(200)
    expect((await list('filter[date_to]=0')).body.data).toEqual([])
  })

  it('goes back three months unless said otherwise', async () => {
    const longAgo = new Date(Date.now() - 100 * 86_400_000)
    await world.change((ctx) =>
      audit(
        { ...ctx, realNow: longAgo },
        {
          action: auditActions('test.old')('test.old'),
          subject: { kind: 'test', uuid: null },
          tenant: other,
          data: {},
        },
      ),
    )
    const old = `filter[company]=${other}&filter[action]=test.old`
    expect(await total(old)).toBe(0)
    expect(await total(`${old}&filter[date_from]=0`)).toBe(1)
  })

  it('is empty past the end', async () => {
    for (const query of ['page=99', 'page=2147483647&per_page=1000']) {
      const { status, body } = await list(query)
      expect([status, body.data, body.meta.from]).toEqual([200, [], null])
    }
  })

  it.each([...refusedPages, 'sort=happened_at', 'filter[company]=x', 'filter[date_from]=-1', 'filter[subject]=x'])(
    'refuses %s',
    async (query) => {
      const { status, body } = await list(query)
      expect([status, body.code]).toEqual([422, 'invalid_fields'])
    },
  )

  it('is for operators alone', async () => {
    expect(await outcomesFor(office, (headers) => list('', headers))).toEqual(onlyOperators)
  })
})
