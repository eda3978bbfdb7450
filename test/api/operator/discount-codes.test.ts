import { describe, expect, it } from 'vitest'
import { refusedPages, walkPages } from '../../support/paging.ts'
import { outcomeOf, outcomesFor } from '../../support/portal.ts'
import { stageOffice } from '../../support/stages.ts'

const { world, office } = await stageOffice()

const path = '/portal/operator/discount-codes'
const create = (payload: object, headers: Record<string, string> = office.operator) =>
  world.call('POST', path, { headers, payload })
const list = (query = '', headers: Record<string, string> = office.operator) =>
  world.call('GET', `${path}?${query}`, { headers })
const end = (uuid: string, headers: Record<string, string> = office.operator) =>
  world.call('POST', `${path}/${uuid}/end`, { headers })

const onlyOperators = (operator: number | string) => ({
  nobody: '401 session_missing',
  stranger: '403 role_missing',
  viewer: '403 role_missing',
  member: '403 role_missing',
  owner: '403 role_missing',
  operator,
})

describe('POST /portal/operator/discount-codes', () => {
  it('makes a code in capitals, for a share or an amount', async () => {
    const share = await create({ code: 'Welcome-12_5', name: 'Welcome', kind: 'percent', value: 12.5, most_uses: 3 })
    expect([share.status, share.body.data]).toEqual([
      201,
      {
        uuid: expect.any(String),
        code: 'WELCOME-12_5',
        name: 'Welcome',
        kind: 'percent',
        value: 12.5,
        most_uses: 3,
        uses: 0,
        valid_from: null,
        valid_until: null,
        created_at: expect.any(Number),
        ended_at: null,
      },
    ])
    const times = { valid_from: 1_800_000_000, valid_until: 1_900_000_000 }
    const amount = await create({ code: 'TEN', name: 'Ten off', kind: 'amount', value: 10.01, ...times })
    expect(amount.body.data).toMatchObject({ kind: 'amount', value: 10.01, most_uses: null, ...times })
    expect(outcomeOf(await create({ code: 'ten', name: 'Again', kind: 'percent', value: 1 }))).toBe(
      '422 discount_code_exists',
    )
  })

  it.each([
    [{}, ['code', 'kind', 'name', 'value']],
    [{ code: 'A B', name: 'x', kind: 'percent', value: 1 }, ['code']],
    [{ code: 'x'.repeat(65), name: 'x'.repeat(256), kind: 'gift', value: 1 }, ['code', 'kind', 'name']],
    [{ code: 'A', name: 'x', kind: 'percent', value: 100.01 }, ['value']],
    [{ code: 'A', name: 'x', kind: 'percent', value: 0 }, ['value']],
    [{ code: 'A', name: 'x', kind: 'percent', value: 1.234 }, ['value']],
    [{ code: 'A', name: 'x', kind: 'amount', value: -5 }, ['value']],
    [{ code: 'A', name: 'x', kind: 'amount', value: 0.001 }, ['value']],
    [{ code: 'A', name: 'x', kind: 'amount', value: 1_000_001 }, ['value']],
    [{ code: 'A', name: 'x', kind: 'percent', value: 1, most_uses: 0 }, ['most_uses']],
    [{ code: 'A', name: 'x', kind: 'percent', value: 1, valid_from: 9, valid_until: 9 }, ['valid_until']],
    [{ code: 'A', name: 'x', kind: 'percent', value: 1, valid_until: 9e12 }, ['valid_until']],
  ])('refuses %j', async (payload, fields) => {
    const answer = await create(payload)
    expect([outcomeOf(answer), Object.keys(answer.body.errors).sort()]).toEqual(['422 invalid_fields', fields])
  })

  it('is for operators', async () => {
    expect(await outcomesFor(office, (headers) => create({}, headers))).toEqual(onlyOperators('422 invalid_fields'))
  })
})

describe('GET /portal/operator/discount-codes', () => {
  it('lists the newest first, page by page', async () => {
    const made: string[] = []
    for (let i = 0; i < 3; i++)
      made.unshift((await create({ code: `PAGE${i}`, name: 'x', kind: 'percent', value: 1 })).body.data.uuid)
    const { body } = await list('per_page=3')
    expect(body.data.map(({ uuid }: { uuid: string }) => uuid)).toEqual(made)
    const all = (await list('per_page=1000')).body.data
    expect(await walkPages(list, 2)).toEqual(all)
    for (const query of refusedPages)
      expect([query, outcomeOf(await list(query))]).toEqual([query, '422 invalid_fields'])
    expect(await outcomesFor(office, (headers) => list('', headers))).toEqual(onlyOperators(200))
  })
})

describe('POST /portal/operator/discount-codes/{codeUUID}/end', () => {
  it('ends a code once and for all', async () => {
    const { uuid } = (await create({ code: 'OVER', name: 'x', kind: 'percent', value: 1 })).body.data
    const first = await end(uuid)
    expect(first.body.data).toMatchObject({ code: 'OVER', ended_at: expect.any(Number) })
    expect((await end(uuid)).body).toEqual(first.body)
    const unknown = '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f'
    expect(await outcomesFor(office, (headers) => end(unknown, headers))).toEqual(onlyOperators('404 not_found'))
  })
})
