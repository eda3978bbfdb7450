import { beforeAll, describe, expect, it } from 'vitest'
import { knowAsns } from '../../support/market/asns.ts'
import { refusedPages, walkPages } from '../../support/paging.ts'
import { outcomeOf, outcomesFor } from '../../support/portal.ts'
import { stageOffice } from '../../support/stages.ts'

/** operatorListAsnBans, operatorBanAsn, operatorUnbanAsn. */

const { world, office } = await stageOffice()
beforeAll(async () => {
  await knowAsns(world)
})

const path = '/portal/operator/asn-bans'
const ban = (
  asn: string | number,
  payload: object = { reason: 'spam' },
  headers: Record<string, string> = office.operator,
) => world.call('PUT', `${path}/${asn}`, { headers, payload })
const lift = (asn: string | number, headers: Record<string, string> = office.operator) =>
  world.call('DELETE', `${path}/${asn}`, { headers })
const list = (query = '', headers: Record<string, string> = office.operator) =>
  world.call('GET', `${path}?${query}`, { headers })

async function statusOf(asn: number): Promise<string> {
  const { bearer } = await world.client()
  return (await world.call('GET', `/billing/v1/common/asn/validate/${asn}`, { headers: bearer })).body.status
}

const onlyOperators = (operator: number | string) => ({
  nobody: '401 session_missing',
  stranger: '403 role_missing',
  viewer: '403 role_missing',
  member: '403 role_missing',
  owner: '403 role_missing',
  operator,
})

describe('a ban', () => {
  it('makes an AS number unfit until it is lifted', async () => {
    const made = await ban('AS13335')
    expect([made.status, made.body.data]).toEqual([200, { asn: 13_335, reason: 'spam', banned_at: expect.any(Number) }])
    expect(await statusOf(13_335)).toBe('banned')
    expect((await lift(13_335)).status).toBe(204)
    expect(await statusOf(13_335)).toBe('ok')
    expect(outcomeOf(await lift(13_335))).toBe('404 not_found')
  })

  it('may be given a better reason; since when it holds stays', async () => {
    const { body: first } = await ban(13_335, { reason: 'hearsay' })
    const { body: second } = await ban(13_335, { reason: 'proof' })
    expect(second.data).toEqual({ ...first.data, reason: 'proof' })
    expect((await list()).body.data).toEqual([second.data])
  })

  it('is in the audit log', async () => {
    const { rows } = await world.house.pool.query(
      `select action from audit_entry where subject_kind = 'asn_ban' order by happened_at, uuid`,
    )
    expect(rows.map(({ action }) => action)).toEqual(['asn.banned', 'asn.unbanned', 'asn.banned', 'asn.banned'])
  })

  it('is of an AS number, with a reason of some length', async () => {
    expect(outcomeOf(await ban(0))).toBe('422 asn_invalid')
    expect(outcomeOf(await lift('x'))).toBe('422 asn_invalid')
    expect((await ban(1, {})).body.errors).toEqual({ reason: ['is required'] })
    expect((await ban(1, { reason: 'x'.repeat(601) })).body.errors).toEqual({
      reason: ['must have at most 600 characters'],
    })
  })

  it('is an operator’s to make, see and lift', async () => {
    expect(await outcomesFor(office, (headers) => ban(2, { reason: 'x' }, headers))).toEqual(onlyOperators(200))
    expect(await outcomesFor(office, (headers) => list('', headers))).toEqual(onlyOperators(200))
    expect(await outcomesFor(office, (headers) => lift(2, headers))).toEqual(onlyOperators(204))
  })

  it('is listed page by page, the newest first', async () => {
    for (const asn of [3, 4, 5, 6]) await ban(asn)
    const all = (await list('per_page=100')).body.data
    expect(all.map(({ asn }: { asn: number }) => asn)).toHaveLength(5)
    expect(await walkPages(list, 2)).toEqual(all)
    for (const query of refusedPages)
      expect([query, outcomeOf(await list(query))]).toEqual([query, '422 invalid_fields'])
  })
})
