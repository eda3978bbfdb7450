import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deedsOn, listed, shown, type Client } from '../../support/market/offers.ts'
import { aPdf, choose, send, ways } from '../../support/market/proofs.ts'
import { makeOffer } from '../../support/market/market.ts'
import { outcomeOf } from '../../support/portal.ts'
import { anAnswer, openRdapRegistry } from '../../support/server/rdap-standin.ts'
import { openWorld, type World } from '../../support/world.ts'

/** sendProofDocument, operatorListProofs, operatorReadProofDocument, operatorAcceptProof, operatorRefuseProof. */

type Person = Awaited<ReturnType<World['person']>>

const open = async (env: Record<string, string> = {}) => {
  const world = await openWorld({ env })
  const operators = await world.tenant('Operator', 'operator')
  const [first, second] = [await world.person(operators), await world.person(operators)]
  return { world, first, second, holder: await world.client() }
}

let world: World
let first: Person
let second: Person
let holder: Client
beforeAll(async () => {
  ;({ world, first, second, holder } = await open())
})
afterAll(() => world.close())

const path = '/portal/operator/proofs'
const say = (by: Person, uuid: string, word: 'accept' | 'refuse', reason = 'The invoice names it.', where = world) =>
  where.call('POST', `${path}/${uuid}/${word}`, { headers: by.cookie, payload: { reason } })

async function asked(block: string, where = world, client = holder): Promise<string> {
  const { uuid } = await listed(where, client, block)
  expect((await send(where, client, uuid, aPdf(block))).status).toBe(201)
  const answer = await choose(where, client, uuid, { way: 'operator', statement: 'An invoice of the registry' })
  expect([answer.status, answer.body.auth.type, answer.body.auth.status]).toEqual([200, 'operator', 'pending'])
  return uuid
}

describe('documents', () => {
  it('are kept as they were sent, once each, and shown to operators alone', async () => {
    const { uuid } = await listed(world, holder, '45.8.0.0/24')
    const { body } = await send(world, holder, uuid, aPdf(), '../../../etc/<x>.pdf')
    expect(body.data).toMatchObject({ media_type: 'application/pdf', size: aPdf().length, name: '_.._.._etc_x_.pdf' })
    await send(world, holder, uuid, aPdf())
    expect((await ways(world, holder, uuid)).body.data.documents).toHaveLength(1)
    const document = `${path}/${uuid}/documents/${body.data.uuid}`
    const read = await world.call('GET', document, { headers: first.cookie })
    expect([read.status, read.headers['content-type'], read.text]).toEqual([200, 'application/pdf', aPdf().toString()])
    expect(read.headers['content-disposition']).toMatch(/^attachment; filename="/)
    expect((await world.call('GET', document, { headers: holder.bearer })).status).toBe(401)
    const missing = `${path}/${uuid}/documents/019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f`
    expect((await world.call('GET', missing, { headers: first.cookie })).status).toBe(404)
  })

  it.each([
    ['an executable', Buffer.from('\x7fELF\x02\x01\x01', 'latin1')],
    ['a program of another kind that is called a PDF', Buffer.from('MZ\x90\x00', 'latin1')],
    ['a page', Buffer.from('<html><script>alert(1)</script></html>')],
    ['nothing', Buffer.from(' ')],
    ['more than 700 KiB', Buffer.concat([aPdf(), Buffer.alloc(716_800)])],
  ])('that are %s are refused', async (_name, content) => {
    const { uuid } = await listed(world, holder, `45.8.${1 + (content.length % 200)}.0/24`)
    const answer = await send(world, holder, uuid, content)
    expect(outcomeOf(answer)).toBe('422 document_refused')
  })

  it('that are far too large do not get as far', async () => {
    const { uuid } = await listed(world, holder, '45.9.0.0/24')
    expect(outcomeOf(await send(world, holder, uuid, Buffer.alloc(2_000_000)))).toBe('413 body_too_large')
    const headers = { ...holder.bearer, 'content-type': 'application/json', 'content-length': '140000000' }
    const path = `/billing/v1/${holder.tenant}/market/services/${uuid}/proofs/documents`
    expect(outcomeOf(await world.call('POST', path, { headers, payload: '{"name": "100 MB' }))).toBe(
      '413 body_too_large',
    )
  })

  it('are for what is yet to be proven', async () => {
    const { uuid } = await makeOffer(world, holder.tenant, { block: '45.9.1.0/24' })
    expect(outcomeOf(await send(world, holder, uuid, aPdf()))).toBe('422 offer_move_forbidden')
    const ended = await listed(world, holder, '45.9.2.0/24')
    await world.house.pool.query(`update offer set status = 'object_terminated' where uuid = $1`, [ended.uuid])
    expect(outcomeOf(await send(world, holder, ended.uuid, aPdf()))).toBe('422 offer_ended')
  })
})

describe("an operator's word", () => {
  it('proves a block, with a reason that is kept', async () => {
    const uuid = await asked('45.10.0.0/24')
    const { body } = await world.call('GET', path, { headers: first.cookie })
    expect(body.data.find((one: { offer_uuid: string }) => one.offer_uuid === uuid)).toMatchObject({
      prefix: '45.10.0.0/24',
      statement: 'An invoice of the registry',
      documents: [{ name: 'invoice.pdf' }],
      consents: [],
      consents_needed: 1,
    })
    const answer = await say(first, uuid, 'accept')
    expect(answer.body.data).toEqual({ offer_uuid: uuid, status: 'validity_pending', lacking: 0 })
    expect((await shown(world, holder, uuid)).auth).toMatchObject({ type: 'operator', status: 'passed' })
    expect(await deedsOn(world, uuid)).toEqual(
      expect.arrayContaining([
        'offer.document_kept',
        'offer.way_chosen',
        'offer.proof_consented',
        'offer.proof_accepted',
      ]),
    )
    expect(outcomeOf(await say(second, uuid, 'refuse'))).toBe('409 review_decided')
  })

  it('proves a block whose registry is asked only then, for its checks', async () => {
    const registry = await openRdapRegistry()
    const asking = await open(registry.env)
    registry.says('45.10.9.0/24', anAnswer({ start: '45.10.9.0', end: '45.10.9.255' }))
    const uuid = await asked('45.10.9.0/24', asking.world, asking.holder)
    expect(registry.count('45.10.9.0/24')).toBe(0)
    await say(asking.first, uuid, 'accept', 'Yes.', asking.world)
    await asking.world.runJobs()
    const { status, whois } = await shown(asking.world, asking.holder, uuid)
    expect([status, whois.status, registry.count('45.10.9.0/24')]).toEqual(['validity_active', 'passed', 1])
    await asking.world.close()
    await registry.close()
  })

  it('may be no, which the holder hears with the reason', async () => {
    const uuid = await asked('45.10.1.0/24')
    expect((await say(first, uuid, 'refuse', 'It names another block.')).body.data.status).toBe('auth_failed_verify')
    expect((await shown(world, holder, uuid)).auth).toMatchObject({
      status: 'failed',
      description: 'An operator is not convinced by the documents: It names another block.',
    })
    const { rows } = await world.house.pool.query(
      `select actor_id, data->>'reason' as reason from audit_entry where subject_uuid = $1 and action = 'offer.proof_failed'`,
      [uuid],
    )
    expect(rows).toEqual([{ actor_id: first.uuid, reason: expect.stringContaining('It names another block.') }])
    expect(outcomeOf(await say(first, uuid, 'accept'))).toBe('409 review_decided')
  })

  it('is one, when two decide at once', async () => {
    const uuid = await asked('45.10.2.0/24')
    const answers = await Promise.all([say(first, uuid, 'accept'), say(second, uuid, 'refuse')])
    expect(answers.map((answer) => String(outcomeOf(answer))).sort()).toEqual(['200', '409 review_decided'])
  })

  it('is for operators, and about proofs there are', async () => {
    const uuid = await asked('45.10.3.0/24')
    const owner = await world.person(holder.tenant)
    expect(outcomeOf(await say(owner, uuid, 'accept'))).toBe('403 role_missing')
    expect(outcomeOf(await say(first, '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f', 'accept'))).toBe('404 not_found')
    expect(outcomeOf(await say(first, uuid, 'accept', ''))).toBe('422 invalid_fields')
  })

  it('needs a second one by setting, who is somebody else, and whose consent ends with another choice', async () => {
    const strict = await open({ SUBLET_PROOF_CONSENTS: '2' })
    const uuid = await asked('45.10.4.0/24', strict.world, strict.holder)
    expect((await say(strict.first, uuid, 'accept', 'Yes.', strict.world)).body.data).toMatchObject({ lacking: 1 })
    expect(outcomeOf(await say(strict.first, uuid, 'accept', 'Yes.', strict.world))).toBe('422 consent_given')
    const { body } = await strict.world.call('GET', path, { headers: strict.first.cookie })
    expect(body.data[0].consents).toEqual([{ person_uuid: strict.first.uuid, person: 'Test Person', reason: 'Yes.' }])
    await choose(strict.world, strict.holder, uuid, { way: 'dns' })
    await choose(strict.world, strict.holder, uuid, { way: 'operator' })
    const both = [strict.first, strict.second].map((by) => say(by, uuid, 'accept', 'Yes.', strict.world))
    const lacking = (await Promise.all(both)).map(({ body }) => Number(body.data.lacking)).sort((a, b) => a - b)
    expect(lacking).toEqual([0, 1])
    await strict.world.close()
  })
})
