import { beforeAll, describe, expect, it } from 'vitest'
import { keepFacts } from '../../../src/network/index.ts'
import { refusedPages, walkPages } from '../../support/paging.ts'
import { onlyOperators, outcomeOf, outcomesFor } from '../../support/portal.ts'
import { stageOffice } from '../../support/stages.ts'

/** operatorListAsnAcceptances, operatorAcceptAsn, operatorEndAsnAcceptance: where only names are known, and one list. */

const { world, office } = await stageOffice()
beforeAll(async () => {
  await world.change(async (ctx) => {
    await keepFacts(ctx, 'asn-names', [{ asn: 13_335, name: 'CLOUDFLARENET', countryCode: 'US' }])
    await keepFacts(ctx, 'asn-drop', [{ asn: 666, list: 'Spamhaus ASN-DROP', reason: 'spam' }])
  })
  await world.hear()
})

const path = '/portal/operator/asn-acceptances'
const inDays = (days: number) => Math.floor(world.ctx.now.getTime() / 1_000) + days * 86_400
const accept = (asn: string | number, payload: object = {}, headers: Record<string, string> = office.operator) =>
  world.call('PUT', `${path}/${asn}`, {
    headers,
    payload: { reason: 'They are known.', until: inDays(30), ...payload },
  })
const end = (asn: string | number, headers: Record<string, string> = office.operator) =>
  world.call('DELETE', `${path}/${asn}`, { headers })
const list = (query = '', headers: Record<string, string> = office.operator) =>
  world.call('GET', `${path}?${query}`, { headers })

async function verdictOn(asn: number): Promise<[string, boolean]> {
  const { bearer } = await world.client()
  const { body } = await world.call('GET', `/billing/v1/common/asn/validate/${asn}`, { headers: bearer })
  return [body.status, body.valid]
}

describe('an acceptance', () => {
  it('makes an AS number fit whose data is missing, until it is ended', async () => {
    expect(await verdictOn(13_335)).toEqual(['unknown', false])
    const until = inDays(30)
    const made = await accept('AS13335', { until })
    expect([made.status, made.body.data]).toEqual([
      200,
      { asn: 13_335, reason: 'They are known.', accepted_at: expect.any(Number), until },
    ])
    expect(await verdictOn(13_335)).toEqual(['accepted', true])
    expect((await end(13_335)).status).toBe(204)
    expect(await verdictOn(13_335)).toEqual(['unknown', false])
    expect(outcomeOf(await end(13_335))).toBe('404 not_found')
  })

  it('lapses by itself', async () => {
    await accept(13_335)
    await world.house.pool.query(
      `update asn_acceptance set accepted_at = now() - interval '2 days', until = now() - interval '1 second'`,
    )
    expect(await verdictOn(13_335)).toEqual(['unknown', false])
    expect((await list()).body.data).toHaveLength(1)
  })

  it('does not outweigh what is known to be wrong', async () => {
    await accept(666)
    expect(await verdictOn(666)).toEqual(['blocked_spamhaus', false])
    await world.call('PUT', '/portal/operator/asn-bans/13335', { headers: office.operator, payload: { reason: 'x' } })
    await accept(13_335)
    expect(await verdictOn(13_335)).toEqual(['banned', false])
  })

  it('is in the audit log, and told', async () => {
    const { rows } = await world.house.pool.query(
      `select action from audit_entry where subject_kind = 'asn_acceptance' order by happened_at, uuid`,
    )
    const { rows: events } = await world.house.pool.query(
      `select type from outbox_event where type like 'asn.accept%' order by uuid`,
    )
    const actions = ['asn.accepted', 'asn.acceptance_ended', 'asn.accepted', 'asn.accepted', 'asn.accepted']
    expect([rows.map(({ action }) => action), events.map(({ type }) => type)]).toEqual([actions, actions])
  })

  it('is of an AS number, with a reason, and ends within a year', async () => {
    expect(outcomeOf(await accept(0))).toBe('422 asn_invalid')
    expect(outcomeOf(await end('x'))).toBe('422 asn_invalid')
    for (const until of [inDays(0), inDays(-1), inDays(367)])
      expect(outcomeOf(await accept(1, { until }))).toBe('422 acceptance_end')
    expect(outcomeOf(await accept(1, { until: null }))).toBe('422 invalid_fields')
    expect(outcomeOf(await accept(1, { reason: '' }))).toBe('422 invalid_fields')
  })

  it('is an operator’s to make, see and end', async () => {
    expect(await outcomesFor(office, (headers) => accept(2, {}, headers))).toEqual(onlyOperators)
    expect(await outcomesFor(office, (headers) => list('', headers))).toEqual(onlyOperators)
    expect(await outcomesFor(office, (headers) => end(2, headers))).toEqual({ ...onlyOperators, operator: 204 })
  })

  it('is listed page by page, the newest first', async () => {
    for (const asn of [3, 4, 5]) await accept(asn)
    const all = (await list('per_page=100')).body.data
    expect(all).toHaveLength(5)
    expect(await walkPages(list, 2)).toEqual(all)
    for (const query of refusedPages)
      expect([query, outcomeOf(await list(query))]).toEqual([query, '422 invalid_fields'])
  })
})
