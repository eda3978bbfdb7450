import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failLapsedProofs, lookAtProofs } from '../../../src/market/index.ts'
import { codeFor, deedsOn, know, listed, offersPath, shown, verify, type Client } from '../../support/market/offers.ts'
import { choose, look, wayOf, ways } from '../../support/market/proofs.ts'
import { outcomeOf } from '../../support/portal.ts'
import { anonymous } from '../../support/refusals.ts'
import { openNameServer, type NameServer } from '../../support/server/name-server.ts'
import { anAnswer, openRdapRegistry, recorded, type RdapRegistry } from '../../support/server/rdap-standin.ts'
import { openWorld, type World } from '../../support/world.ts'

/** listWaysOfProof, chooseWayOfProof, lookForProof: …/market/services/{ipmarketServiceUUID}/proofs. */

let registry: RdapRegistry
let dns: NameServer
let world: World
let holder: Client
beforeAll(async () => {
  registry = await openRdapRegistry()
  dns = await openNameServer()
  world = await openWorld({
    env: { ...registry.env, ...dns.env, SUBLET_SANDBOX: '1', SUBLET_PROOF_ASN: '3333', SUBLET_MAX_UNPROVEN: '500' },
  })
  holder = await world.client()
})
afterAll(async () => {
  await world.close()
  await registry.close()
  await dns.close()
})

/** A /24 whose record the registry tells. */
function registered(net: string, given: Partial<Parameters<typeof anAnswer>[0]> = {}): string {
  registry.says(`${net}.0/24`, anAnswer({ start: `${net}.0`, end: `${net}.255`, ...given }))
  return `${net}.0/24`
}

const possibilities = async (uuid: string) =>
  (await ways(world, holder, uuid)).body.data.ways.map(
    ({ way, possible }: { way: string; possible: boolean }) => `${way} ${possible}`,
  )

const lookAll = () => lookAtProofs.run(world.ctx, {})

describe('what a holder sees', () => {
  it('is whose the record is, what its status allows, and whom a code could go to, before anybody is mailed', async () => {
    const block = registered('45.100.0', {
      mails: { abuse: 'abuse@holder.example', administrative: 'jo@holder.example' },
    })
    const { uuid, status, auth } = await listed(world, holder, block)
    expect([status, auth.description]).toEqual([
      'auth_pending',
      'Nobody was mailed: choose how to prove that it is yours.',
    ])
    const { status: code, body } = await ways(world, holder, uuid)
    expect(code).toBe(200)
    expect(body.data.record).toMatchObject({
      organisation: 'Holder Ltd',
      status: 'ALLOCATED PA',
      registry: 'ripencc',
      country: 'NL',
      source: 'RDAP of 127.0.0.1',
    })
    expect(body.data.policy).toMatchObject({ warning: false, source: expect.stringContaining('ripe-826') })
    expect([body.data.chosen, body.data.code_awaited]).toEqual([null, false])
    expect(body.data.ways[0].contacts).toEqual([
      { id: expect.any(String), address: 'a•••e@holder.example', roles: ['abuse'] },
      { id: expect.any(String), address: 'j•••@holder.example', roles: ['administrative'] },
    ])
    await world.runJobs()
    const { rows } = await world.house.pool.query(
      `select count(*)::int from mail where recipient like '%holder.example'`,
    )
    expect(rows).toEqual([{ count: 0 }])
  })

  it.each([
    [
      'arin',
      '3.0.0.0/24',
      'arin-direct-allocation-nested-abuse',
      ['email true', 'remark true', 'dns true', 'roa false', 'operator true'],
      false,
    ],
    [
      'ripencc',
      '130.59.0.0/24',
      'ripe-legacy',
      ['email true', 'remark true', 'dns true', 'roa false', 'operator true'],
      false,
    ],
    [
      'apnic',
      '210.107.0.0/24',
      'apnic-krnic-2015',
      ['email true', 'remark true', 'dns true', 'roa false', 'operator true'],
      false,
    ],
    [
      'lacnic',
      '179.0.0.0/24',
      'lacnic-assigned-cidr0',
      ['email true', 'remark false', 'dns true', 'roa false', 'operator true'],
      true,
    ],
    [
      'lacnic',
      '177.0.0.0/24',
      'lacnic-nicbr-allocated-no-email',
      ['email false', 'remark false', 'dns true', 'roa false', 'operator true'],
      false,
    ],
    [
      'afrinic',
      '41.0.0.0/24',
      'afrinic-assigned-pa-cidr0',
      ['email true', 'remark true', 'dns true', 'roa false', 'operator true'],
      true,
    ],
  ])('is what is possible at %s for %s', async (where, block, answer, expected, warns) => {
    registry.says(block, recorded(answer))
    const { uuid } = await listed(world, holder, block, { registry: where })
    expect(await possibilities(uuid)).toEqual(expected)
    const { body } = await ways(world, holder, uuid)
    expect([body.data.record.registry, body.data.policy.warning]).toEqual([where, warns])
  })

  it('says why nobody can be mailed', async () => {
    const why = async (net: string, given: Partial<Parameters<typeof anAnswer>[0]>) => {
      const { uuid } = await listed(world, holder, registered(net, given))
      return (await wayOf(world, holder, uuid, 'email')).description
    }
    expect(await why('45.101.0', { mails: {} })).toBe('The record shows no mail address.')
    expect(await why('45.101.1', { mails: { abuse: 'abuse@ripe.net' } })).toContain("the registry's own")
    expect(await why('45.101.8', { mails: { abuse: 'call us', administrative: 'a@@b.example' } })).toBe(
      'The record shows no mail address.',
    )
    registry.says(
      '45.101.2.0/23',
      anAnswer({
        start: '45.101.0.0',
        end: '45.101.255.255',
        handle: 'ORG-PROV',
        holder: 'Provider',
        mails: { abuse: 'abuse@provider.example' },
      }),
    )
    expect(await why('45.101.2', { type: 'ASSIGNED PA', mails: { abuse: 'Abuse@provider.example' } })).toContain(
      "the provider's",
    )
    registry.answers('45.101.4.0/23', (_, response) => void response.writeHead(500).end())
    expect(await why('45.101.4', { type: 'ASSIGNED PA' })).toContain('could not be found out')
    registry.answers('45.101.6.0/24', (_, response) => void response.writeHead(429, { 'retry-after': '1' }).end())
    const { uuid } = await listed(world, holder, '45.101.6.0/24')
    const { body } = await ways(world, holder, uuid)
    expect([body.data.lookup.code, body.data.record]).toEqual(['rate_limited', null])
    await world.house.pool.query('delete from rdap_pause')
  })

  it('is every address of a field that holds two, and of an incident team', async () => {
    registry.says(
      '103.10.0.0/24',
      anAnswer({
        start: '103.10.0.0',
        end: '103.10.0.255',
        type: 'ALLOCATED PORTABLE',
        port43: 'whois.apnic.net',
        contactHandle: 'IRT-HOLDER-AP',
        mails: { abuse: 'abuse@holder.example, Noc <noc@holder.example>' },
      }),
    )
    const { uuid } = await listed(world, holder, '103.10.0.0/24', { registry: 'apnic' })
    const { contacts } = await wayOf(world, holder, uuid, 'email')
    expect(contacts.map(({ address, roles }) => `${address} ${roles.join('+')}`)).toEqual([
      'a•••e@holder.example abuse',
      'n•••@holder.example abuse',
    ])
    expect((await choose(world, holder, uuid, { way: 'email', contact: contacts[1]?.id })).status).toBe(200)
    expect(await codeFor(world, '103.10.0.0/24', 'noc@holder.example')).toMatch(/^[A-Z2-9]{8}$/)
    expect(await codeFor(world, '103.10.0.0/24', 'abuse@holder.example')).toBe('no code was mailed')
  })

  it("is its own listings' alone", async () => {
    const { uuid } = await listed(world, holder, registered('45.102.0'))
    const other = await world.client()
    const [theirs, none] = [
      await ways(world, other, uuid),
      await ways(world, other, '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f'),
    ]
    expect([outcomeOf(theirs), anonymous(theirs) === anonymous(none)]).toEqual(['404 not_found', true])
  })
})

describe('a code to a contact', () => {
  it('goes to the one that was chosen, and proves the block', async () => {
    const block = registered('45.103.0')
    const { uuid } = await listed(world, holder, block)
    const { contacts } = await wayOf(world, holder, uuid, 'email')
    const { status, body } = await choose(world, holder, uuid, { way: 'email', contact: contacts[0]?.id })
    expect([status, body.auth.type, body.auth.status]).toEqual([200, 'email', 'pending'])
    expect(body.auth.description).toContain('A code was mailed to a•••e@holder.example,')
    expect((await ways(world, holder, uuid)).body.data.code_awaited).toBe(true)
    const code = await codeFor(world, block, 'abuse@holder.example')
    expect((await verify(world, holder, uuid, code)).body.status).toBe('validity_pending')
    await world.runJobs()
    const offer = await shown(world, holder, uuid)
    expect([offer.status, offer.whois.status, offer.abuse_email]).toEqual([
      'validity_active',
      'passed',
      'abuse@holder.example',
    ])
    expect(offer.whois.description).toContain('RDAP of 127.0.0.1')
    expect(await deedsOn(world, uuid)).toContain('offer.way_chosen')
  })

  it('goes to nobody who is not in the record, and not again at once', async () => {
    const { uuid } = await listed(world, holder, registered('45.103.1', { mails: { abuse: 'noc@one.example' } }))
    const { contacts } = await wayOf(world, holder, uuid, 'email')
    expect(outcomeOf(await choose(world, holder, uuid, { way: 'email' }))).toBe('422 contact_unknown')
    expect(outcomeOf(await choose(world, holder, uuid, { way: 'email', contact: 'me@evil.example' }))).toBe(
      '422 contact_unknown',
    )
    const wish = { way: 'email', contact: contacts[0]?.id }
    expect(outcomeOf(await choose(world, holder, uuid, wish))).toBe(200)
    expect(outcomeOf(await choose(world, holder, uuid, wish))).toBe('429 resend_throttled')
  })
})

describe('a token in the record', () => {
  it('is looked for in the record itself, and not in one around it', async () => {
    const block = registered('45.104.0', { parentHandle: '45.104.0.0 - 45.104.255.255' })
    const { uuid } = await listed(world, holder, block)
    const { token } = await wayOf(world, holder, uuid, 'remark')
    registry.says(
      '45.104.0.0/16',
      anAnswer({ start: '45.104.0.0', end: '45.104.255.255', remarks: [`proof ${token}`] }),
    )
    expect((await choose(world, holder, uuid, { way: 'remark' })).body.auth.type).toBe('remark')
    await letRegistryRest()
    expect(outcomeOf(await look(world, holder, uuid))).toBe('422 proof_not_seen')
    registered('45.104.0', { remarks: ['Holder Ltd', `sublet: ${token}.`] })
    await letRegistryRest()
    const { body } = await look(world, holder, uuid)
    expect([body.status, body.auth.status]).toEqual(['validity_pending', 'passed'])
    expect(body.auth.description).toContain('The record 45.104.0.0 - 45.104.0.255 shows the token (RDAP of 127.0.0.1')
    expect((await look(world, holder, uuid)).status).toBe(200)
  })

  it("is found without being asked for, and is nobody else's", async () => {
    const [mine, theirs] = [
      await listed(world, holder, registered('45.104.1')),
      await listed(world, await world.client(), '45.104.1.0/24'),
    ]
    await ways(world, holder, mine.uuid)
    await choose(world, holder, mine.uuid, { way: 'remark' })
    const { token } = await wayOf(world, holder, mine.uuid, 'remark')
    registered('45.104.1', { remarks: [token ?? ''] })
    await letRegistryRest()
    await lookAll()
    expect((await shown(world, holder, mine.uuid)).status).toBe('validity_pending')
    const { rows } = await world.house.pool.query('select status from offer where uuid = $1', [theirs.uuid])
    expect(rows).toEqual([{ status: 'auth_failed_verify' }])
  })

  it('waits while the registry is silent', async () => {
    const { uuid } = await listed(world, holder, registered('45.104.2'))
    await ways(world, holder, uuid)
    await choose(world, holder, uuid, { way: 'remark' })
    registry.answers('45.104.2.0/24', (_, response) => void response.writeHead(200).end('<html>maintenance</html>'))
    await letRegistryRest()
    const { status, body, headers } = await look(world, holder, uuid)
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'proof_source_silent', '30'])
    expect(body.message).toContain('not a record')
  })
})

describe('a TXT record in the reverse zone', () => {
  it('is asked of the servers of the zone', async () => {
    const { uuid } = await listed(world, holder, registered('45.105.0'))
    const { names, token } = await wayOf(world, holder, uuid, 'dns')
    expect(names).toEqual(['_sublet.0.105.45.in-addr.arpa'])
    await choose(world, holder, uuid, { way: 'dns' })
    const told = async () => {
      const { body } = await look(world, holder, uuid)
      return `${body.code ?? body.status}: ${body.message ?? body.auth.description}`
    }
    expect(await told()).toBe('proof_source_silent: The zone 0.105.45.in-addr.arpa is delegated to nobody.')
    dns.delegate('0.105.45.in-addr.arpa', 'nowhere.test')
    expect(await told()).toContain('servers that have no address')
    dns.say('private.test', 'A', '127.0.0.1')
    dns.delegate('0.105.45.in-addr.arpa', 'private.test')
    expect(await told()).toContain('private addresses')
    dns.delegate('0.105.45.in-addr.arpa')
    dns.beLame('0.105.45.in-addr.arpa', true)
    expect(await told()).toContain('is lame: none of its servers answers for it')
    dns.beLame('0.105.45.in-addr.arpa', false)
    expect(await told()).toContain('proof_not_seen: The servers of the zone have no TXT record with the token')
    dns.say('_sublet.0.105.45.in-addr.arpa', 'TXT', 'another', `token=${token}`)
    expect(await told()).toBe('validity_pending: The servers of the reverse zones show the token for 45.105.0.0/24.')
  })

  it('is needed in each of several zones, and in no more than sixteen', async () => {
    registry.says('45.105.4.0/23', anAnswer({ start: '45.105.4.0', end: '45.105.5.255' }))
    const { uuid } = await listed(world, holder, '45.105.4.0/23')
    const { names, token } = await wayOf(world, holder, uuid, 'dns')
    await choose(world, holder, uuid, { way: 'dns' })
    for (const name of names) dns.delegate(name.replace('_sublet.', ''))
    dns.say(names[0] ?? '', 'TXT', token ?? '')
    expect(outcomeOf(await look(world, holder, uuid))).toBe('422 proof_not_seen')
    dns.say(names[1] ?? '', 'TXT', token ?? '')
    expect((await look(world, holder, uuid)).body.status).toBe('validity_pending')
    const large = await listed(world, holder, '45.112.0.0/17')
    expect(await wayOf(world, holder, large.uuid, 'dns')).toMatchObject({ possible: false, names: [], token: null })
    expect(outcomeOf(await choose(world, holder, large.uuid, { way: 'dns' }))).toBe('422 way_not_possible')
  })
})

describe('a ROA for the number of the operator', () => {
  it('is offered only when it harms no route, says which it would harm, and proves the block', async () => {
    await know(world, 'vrps', [{ prefix: '45.106.9.0/24', asn: 64_500 }])
    await know(world, 'origins', [
      { prefix: '45.106.0.0/24', asn: 64_510 },
      { prefix: '45.106.9.0/24', asn: 64_500 },
    ])
    const harmful = await listed(world, holder, registered('45.106.0'))
    const { possible, description } = await wayOf(world, holder, harmful.uuid, 'roa')
    expect(possible).toBe(false)
    expect(description).toContain(
      'would make announced routes invalid that have no ROA of their own: 45.106.0.0/24 by AS64510',
    )
    expect(outcomeOf(await choose(world, holder, harmful.uuid, { way: 'roa' }))).toBe('422 way_not_possible')
    const { uuid } = await listed(world, holder, registered('45.106.1'))
    expect(await wayOf(world, holder, uuid, 'roa')).toMatchObject({ possible: true, asn: 3_333 })
    await choose(world, holder, uuid, { way: 'roa' })
    expect(outcomeOf(await look(world, holder, uuid))).toBe('422 proof_not_seen')
    await know(world, 'vrps', [{ prefix: '45.106.1.0/24', asn: 3_333 }])
    const { body } = await look(world, holder, uuid)
    expect([body.status, body.auth.type]).toEqual(['validity_pending', 'roa'])
    const late = await listed(world, holder, registered('45.106.2'))
    await know(world, 'vrps', [{ prefix: '45.106.2.0/24', asn: 3_333 }])
    expect((await wayOf(world, holder, late.uuid, 'roa')).description).toContain('is there already')
  })

  it('proves nothing while two companies wait for the same one', async () => {
    await know(world, 'vrps', [])
    const block = registered('45.106.3')
    const other = await world.client()
    const [mine, theirs] = [await listed(world, holder, block), await listed(world, other, block)]
    await choose(world, holder, mine.uuid, { way: 'roa' })
    await choose(world, other, theirs.uuid, { way: 'roa' })
    await know(world, 'vrps', [{ prefix: block, asn: 3_333 }])
    const { body } = await look(world, other, theirs.uuid)
    expect([body.code, body.message]).toEqual(['proof_not_seen', expect.stringContaining('Another company waits')])
    await lookAll()
    expect((await shown(world, holder, mine.uuid)).status).toBe('auth_pending')
  })
})

describe('choosing', () => {
  it('ends what was waited for before, and begins anew what failed', async () => {
    const block = registered('45.107.0')
    const { uuid } = await listed(world, holder, block)
    const { contacts } = await wayOf(world, holder, uuid, 'email')
    await choose(world, holder, uuid, { way: 'email', contact: contacts[0]?.id })
    await choose(world, holder, uuid, { way: 'dns' })
    expect(outcomeOf(await verify(world, holder, uuid, await codeFor(world, block, 'abuse@holder.example')))).toBe(
      '422 proof_not_by_mail',
    )
    await world.travel('15d')
    await failLapsedProofs.run(world.ctx, {})
    expect((await shown(world, holder, uuid)).auth).toMatchObject({
      status: 'failed',
      description: 'It was not proven in time; choose a way of proof again.',
    })
    expect((await choose(world, holder, uuid, { way: 'dns' })).body.status).toBe('auth_pending')
  })

  it('is refused where there is nothing to choose', async () => {
    const { uuid } = await listed(world, holder, registered('45.107.1'))
    expect(outcomeOf(await look(world, holder, uuid))).toBe('422 proof_not_published')
    expect(outcomeOf(await choose(world, holder, uuid, { way: 'operator' }))).toBe('422 document_missing')
    expect(outcomeOf(await choose(world, holder, uuid, { way: 'prayer' }))).toBe('422 invalid_fields')
    await choose(world, holder, uuid, { way: 'dns' })
    dns.delegate('1.107.45.in-addr.arpa')
    const { token } = await wayOf(world, holder, uuid, 'dns')
    const rival = await world.client()
    const theirs = await listed(world, rival, '45.107.1.0/24')
    dns.say('_sublet.1.107.45.in-addr.arpa', 'TXT', token ?? '')
    await look(world, holder, uuid)
    expect(outcomeOf(await choose(world, holder, uuid, { way: 'dns' }))).toBe('422 offer_move_forbidden')
    expect(outcomeOf(await choose(world, rival, theirs.uuid, { way: 'dns' }))).toBe('422 proven_elsewhere')
    await world.call('DELETE', offersPath(holder.tenant, `/${uuid}`), { headers: holder.bearer })
    expect(outcomeOf(await choose(world, holder, uuid, { way: 'dns' }))).toBe('422 offer_ended')
  })
})

/** The registry was asked longer ago: by real time, which no test can move. */
async function letRegistryRest(): Promise<void> {
  await world.house.pool.query(`update rdap_answer set asked_at = asked_at - interval '1 minute'`)
}
