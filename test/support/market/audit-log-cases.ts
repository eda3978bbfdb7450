import { describe, expect, it } from 'vitest'
import { auditActions } from '../../../src/kernel/audit-action.ts'
import { audit } from '../../../src/kernel/audit.ts'
import { refusedPages, walkPages } from '../paging.ts'
import type { Answered, World } from '../world.ts'

/** What both forms of the audit log must do alike; `list` asks the one under test. */
export function describeAuditLog(list: (query?: string) => Promise<Answered>, noted: () => NotedLog): void {
  const total = async (query: string) => (await list(query)).body.meta.total

  describe('paging', () => {
    it('gives 25 at a time, newest first, with all six facts about the page', async () => {
      const { status, body } = await list()
      expect(status).toBe(200)
      expect(body.data).toHaveLength(25)
      expect(body.meta).toEqual({ current_page: 1, from: 1, last_page: 3, per_page: 25, to: 25, total: noted().total })
      const times = body.data.map((entry: { happened_at: number }) => entry.happened_at)
      expect(times).toEqual(times.toSorted((a: number, b: number) => b - a))
    })

    it('gives every entry once, in order', async () => {
      const uuids = (await walkPages(list, 7)).map((entry) => entry.uuid)
      expect(new Set(uuids).size).toBe(noted().total)
      const whole = (await list('per_page=1000')).body.data.map((entry: { uuid: string }) => entry.uuid)
      expect(uuids).toEqual(whole)
      const upwards = (await list('per_page=1000&sort=happened_at')).body.data
      expect(upwards.map((entry: { uuid: string }) => entry.uuid)).toEqual(whole.toReversed())
    })

    it('is empty past the end, and short at the end', async () => {
      const { status, body } = await list('page=99&per_page=10')
      expect([status, body.data]).toEqual([200, []])
      expect(body.meta).toMatchObject({ current_page: 99, from: null, to: null, total: noted().total })
      expect((await list('page=2147483647&per_page=1000')).status).toBe(200)
      const last = (await list('page=3')).body
      expect([last.meta.from, last.meta.to, last.data.length]).toEqual([51, noted().total, noted().total - 50])
    })

    it.each(refusedPages)('refuses %s', async (query) => {
      const answer = await list(query)
      expect([answer.status, answer.body.code]).toEqual([422, 'invalid_fields'])
    })
  })

  describe('sorting', () => {
    it.each(['happened_at', '-happened_at', '%2Dhappened_at', ''])('takes sort=%s', async (sort) => {
      expect((await list(`sort=${sort}`)).status).toBe(200)
    })

    it.each(['action', '-', 'happened_at,uuid', 'happened_at;drop'])('refuses sort=%s', async (sort) => {
      const { status, body } = await list(`sort=${sort}`)
      expect(status).toBe(422)
      expect(body.errors.sort[0]).toContain('known: happened_at')
    })
  })

  describe('filters', () => {
    it.each([
      ['filter[action]=test.a', 20],
      ['filter[action]=test.a,test.b', 40],
      ['filter%5Baction%5D=test.a%2Ctest.b', 40],
      ['filter[action]=test.a&filter[action]=test.b', 40],
      ['filter[action][]=test.a&filter[action][]=test.b', 40],
      ['filter%5Baction%5D%5B%5D=test.a', 20],
      ['filter[action][0]=test.a&filter[action][1]=test.b', 40],
      ['filter[action]=test.none', 0],
      ['unknown=1&nested[deep]=2&filter[action]=test.a', 20],
      ['per_page=007&filter[action]=test.a', 20],
    ])('%s finds %i', async (query, found) => {
      expect(await total(query)).toBe(found)
    })

    it('finds by date, from inclusive and to exclusive, also together with actions', async () => {
      const { middle } = noted()
      const [before, after] = [await total(`filter[date_to]=${middle}`), await total(`filter[date_from]=${middle}`)]
      expect(before + after).toBe(noted().total)
      expect(await total(`filter[date_from]=${middle}&filter[date_to]=${middle}`)).toBe(0)
      expect(await total(`filter[date_from]=${middle}&filter[date_to]=${middle + 1}`)).toBe(1)
      expect(await total(`filter[date_from]=0&filter[date_to]=253402300799`)).toBe(noted().total)
      expect(await total(`filter[date_to]=${middle}&filter[action]=test.a`)).toBe(10)
    })

    it.each([
      'filter[subject]=x',
      'filter[__proto__]=x',
      'filter[date_from]=yesterday',
      'filter[date_from]=-1',
      'filter[date_from]=1.5',
      'filter[date_from]=253402300800',
      'filter[date_from]=',
      'filter=x',
      `filter[action]=${'x'.repeat(65)}`,
      `filter[action]=${Array.from({ length: 51 }, () => 'x').join(',')}`,
    ])('refuses %s', async (query) => {
      const { status, body } = await list(query)
      expect([status, body.code]).toEqual([422, 'invalid_fields'])
    })

    it.each(['filter[action]=%ff', 'filter[action]=%00', '%zz=1'])('cannot read %s', async (query) => {
      const { status, body } = await list(query)
      expect([status, body.code]).toEqual([400, 'unreadable_query'])
    })
  })
}

export interface NotedLog {
  readonly total: number
  /** The second at which the eleventh entry of each kind begins; one entry has exactly this second. */
  readonly middle: number
}

const testAudit = auditActions('test.a', 'test.b')

/** Forty known entries, a second apart, on top of what the company's own beginning has written. */
export async function noteEntries(world: World, tenant: string): Promise<NotedLog> {
  const start = Math.floor(Date.now() / 1_000) + 10
  await world.change(async (ctx) => {
    for (let i = 0; i < 40; i++)
      await audit(
        { ...ctx, realNow: new Date((start + i) * 1_000) },
        {
          action: testAudit(i % 2 === 0 ? 'test.a' : 'test.b'),
          subject: { kind: 'test', uuid: null },
          tenant,
          data: { i },
        },
      )
  })
  const { rows } = await world.house.pool.query('select count(*) as total from audit_entry where tenant_uuid = $1', [
    tenant,
  ])
  return { total: Number(rows[0].total), middle: start + 20 }
}
