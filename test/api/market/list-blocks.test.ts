import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailTo } from '../../support/server/mailbox.ts'
import {
  codeFor,
  deedsOn,
  know,
  list,
  listed,
  offersPath,
  recordOf,
  subnetOf,
  verify,
  type Client,
} from '../../support/market/offers.ts'
import { makeOffer } from '../../support/market/market.ts'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

/** listBlocks: POST /billing/v1/{tenantUUID}/market/services. */

let world: World
let holder: Client
let other: Client
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_MAX_UNPROVEN: '200' } })
  holder = await world.client()
  other = await world.client()
  await world.house.pool.query(`update tenant set contact_email = 'noc@holder.example' where uuid = $1`, [
    holder.tenant,
  ])
  await know(world, 'registry', [
    recordOf('45.8.0.0/16'),
    recordOf('45.9.0.0/16', { contactEmail: null }),
    recordOf('45.10.0.0/16', { maintainers: ['proven-mnt'], contactEmail: 'proven@holder.example' }),
    recordOf('45.11.0.0/16', { maintainers: ['PROVEN-MNT', 'OTHER-MNT'], contactEmail: null }),
    recordOf('45.12.0.0/16', { maintainers: ['PROVEN-MNT'], organisation: 'Another Ltd', contactEmail: null }),
  ])
})
afterAll(() => world.close())

const count = async (table: string) =>
  Number((await world.house.pool.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n)

describe('a listed block', () => {
  it('waits for its proof, with everything it was given', async () => {
    const pricings = [
      { cidr: 24, value: 115.5, wants_to_negotiate: true, selected_commitment_periods: [12, 3] },
      { cidr: 22, value: '400', selected_commitment_periods: null },
    ]
    const subnet = subnetOf('45.8.0.0/20', { minimum_split: 22, maximum_split: 24, hidden: true, pricings })
    const { status, body } = await list(world, holder, subnet)
    expect(status).toBe(201)
    expect(body.data).toHaveLength(1)
    const [offer] = body.data
    const notChecked = { status: 'pending', description: 'Not checked yet: ownership is to be proven first.' }
    expect(offer).toMatchObject({
      address: '45.8.0.0',
      cidr: 20,
      start: '45.8.0.0',
      abuse_email: null,
      registry: 'ripencc',
      status: 'auth_pending',
      auth: { type: 'email', status: 'pending' },
      whois: notChecked,
      roa: notChecked,
      hidden: true,
      minimum_split: 22,
      maximum_split: 24,
      'loa-a': { email: 'noc@holder.example', status: 'signed', created_at: expect.any(Number) },
      ips: { run_rate: 0, run_rate_ip: 0, total: 4096, used: 0, free: 4096, utilisation_percent: 0 },
      pricings: {
        data: [
          { subnet_size: 22, price: 400, commission: 20, wants_to_negotiate: false, selected_commitment_periods: [] },
          {
            subnet_size: 24,
            price: 115.5,
            commission: 5.78,
            wants_to_negotiate: true,
            selected_commitment_periods: [3, 12],
          },
        ],
        meta: { total: 2 },
      },
      terminated: null,
      expires_at: null,
      services: null,
    })
    expect(offer.auth.description).toContain('mailed to hostmaster@holder.example')
    expect(offer.reservation_id).toMatch(/^rsv_/)
    expect(await deedsOn(world, offer.uuid)).toEqual(['offer.listed'])
  })

  it('is whole unless said otherwise, and nothing of it is free yet, or on the shelf', async () => {
    const { uuid, minimum_split, maximum_split, hidden } = await listed(world, holder, '45.8.16.0/22')
    expect([minimum_split, maximum_split, hidden]).toEqual([22, 24, false])
    const { rows } = await world.house.pool.query(
      `select f.block, p.on_shelf from pricing p left join free_block f using (offer_uuid) where offer_uuid = $1`,
      [uuid],
    )
    expect(rows).toEqual([{ block: null, on_shelf: false }])
  })

  it('may have no price yet', async () => {
    expect((await listed(world, holder, '45.8.20.0/24', { pricings: [] })).pricings.data).toEqual([])
  })

  it('is signed for by an owner where the company has no address of its own', async () => {
    const owner = await world.person(other.tenant, 'owner')
    expect((await listed(world, other, '45.8.21.0/24'))['loa-a'].email).toBe(owner.email)
    const letters = (await mailTo(world, owner.email)).filter(({ subject }) => subject === '45.8.21.0/24 listed')
    expect(letters).toHaveLength(1)
    expect(letters[0]?.body).toContain('A code was mailed to hostmaster@holder.example')
  })
})

describe('many blocks', () => {
  it('are answered in their order, and share one letter for each contact', async () => {
    const blocks = ['45.8.40.0/24', '45.9.41.0/24', '45.8.39.0/24']
    const before = (await mailTo(world, 'hostmaster@holder.example')).length
    const { body } = await list(world, holder, ...blocks.map((block) => subnetOf(block)))
    expect(body.data.map(({ address }: { address: string }) => address)).toEqual([
      '45.8.40.0',
      '45.9.41.0',
      '45.8.39.0',
    ])
    const letters = (await mailTo(world, 'hostmaster@holder.example')).slice(before)
    expect(letters.map(({ subject }) => subject)).toEqual(['Codes for 2 blocks'])
    expect(letters[0]?.body).toMatch(/45\.8\.40\.0\/24: [A-Z0-9]{8}\n45\.8\.39\.0\/24: [A-Z0-9]{8}\n/)
    expect(await codeFor(world, '45.8.40.0/24')).not.toBe(await codeFor(world, '45.8.39.0/24'))
  })

  it('come all or not at all', async () => {
    const before = [await count('offer'), await count('free_block'), await count('mail')]
    const good = Array.from({ length: 99 }, (_, n) => subnetOf(`45.8.${100 + n}.0/24`))
    const { status, body } = await list(world, holder, ...good, subnetOf('45.8.16.0/23'))
    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'block_listed', ['subnets.99.address']])
    expect([await count('offer'), await count('free_block'), await count('mail')]).toEqual(before)
    expect((await list(world, holder, ...good)).status).toBe(201)
  })

  it('are at most a hundred and at least one', async () => {
    const many = Array.from({ length: 101 }, (_, n) => subnetOf(`45.13.${n}.0/24`))
    expect(outcomeOf(await list(world, holder, ...many))).toBe('422 invalid_fields')
    expect(outcomeOf(await list(world, holder))).toBe('422 invalid_fields')
  })

  it('are listed once however often the request is repeated under its key', async () => {
    const send = () =>
      world.call('POST', offersPath(holder.tenant), {
        headers: { ...holder.bearer, 'idempotency-key': 'list-once' },
        payload: { subnets: [subnetOf('45.8.22.0/24')], tos_accepted: true, subnet_actions_accepted: true },
      })
    const [first, second] = [await send(), await send()]
    expect(first.status).toBe(201)
    expect(second.body).toEqual(first.body)
    expect(second.headers['idempotency-replayed']).toBe('true')
  })
})

describe('the proof of a listed block', () => {
  it.each([
    ['45.9.0.0/24', 'The registry record for 45.9.0.0/24 names no contact'],
    ['45.99.0.0/24', 'The registry data has no record for 45.99.0.0/24 (test data, 2026-11-14)'],
  ])('cannot be mailed for %s', async (block, sentence) => {
    const { uuid, status, auth } = await listed(world, holder, block)
    expect([status, auth.type, auth.status]).toEqual(['auth_failed_verify_email_not_found', 'email', 'failed'])
    expect(auth.description).toContain(sentence)
    expect(await deedsOn(world, uuid)).toEqual(['offer.listed', 'offer.contact_missing'])
  })

  it('follows from the maintainer once a code has been given for one of its blocks, and only for this company', async () => {
    const first = await listed(world, holder, '45.10.0.0/22')
    expect(first.status).toBe('auth_pending')
    expect((await listed(world, holder, '45.11.4.0/22')).status).toBe('auth_failed_verify_email_not_found')
    const code = await codeFor(world, '45.10.0.0/22', 'proven@holder.example')
    expect((await verify(world, holder, first.uuid, code)).status).toBe(200)
    const second = await listed(world, holder, '45.11.0.0/22')
    expect([second.status, second.auth.type, second.auth.status]).toEqual(['validity_pending', 'mnt_by', 'passed'])
    expect(second.auth.description).toContain('PROVEN-MNT')
    expect((await listed(world, other, '45.11.8.0/22')).status).toBe('auth_failed_verify_email_not_found')
    expect((await listed(world, holder, '45.12.0.0/22')).status).toBe('auth_failed_verify_email_not_found')
    expect((await listed(world, holder, '45.11.12.0/22', { registry: 'arin' })).status).toBe(
      'auth_failed_verify_email_not_found',
    )
    expect(await deedsOn(world, second.uuid)).toEqual(['offer.listed', 'offer.proof_accepted'])
  })

  it('waits where nothing is known', async () => {
    const empty = await openWorld()
    const { status, auth } = await listed(empty, await empty.client(), '45.8.0.0/24')
    await empty.close()
    expect([status, auth.status]).toEqual(['auth_failed_verify_email_not_found', 'failed'])
    expect(auth.description).toContain('There is no registry data here')
  })
})

describe('refuses', () => {
  it.each([
    ['host bits', '45.50.1.0/22', {}, 'prefix_invalid', 'subnets.0.address'],
    ['what is no address', 'nonsense/22', {}, 'prefix_invalid', 'subnets.0.address'],
    ['IPv6', '2001:db8::/24', {}, 'prefix_invalid', 'subnets.0.address'],
    ['special-use space', '192.168.0.0/24', {}, 'prefix_invalid', 'subnets.0.address'],
    ['blocks around special-use space', '192.0.0.0/8', {}, 'prefix_invalid', 'subnets.0.address'],
    ['blocks that are too small', '45.50.0.0/25', {}, 'invalid_fields', 'subnets.0.cidr'],
    ['blocks that are too large', '44.0.0.0/7', {}, 'invalid_fields', 'subnets.0.cidr'],
    ['an unknown registry', '45.50.0.0/24', { registry: 'iana' }, 'invalid_fields', 'subnets.0.registry'],
    [
      'splits larger than the block',
      '45.50.0.0/22',
      { minimum_split: 21 },
      'splits_invalid',
      'subnets.0.minimum_split',
    ],
    [
      'splits out of order',
      '45.50.0.0/20',
      { minimum_split: 24, maximum_split: 22 },
      'splits_invalid',
      'subnets.0.maximum_split',
    ],
    [
      'a price outside the splits',
      '45.50.0.0/22',
      { pricings: [{ cidr: 20, value: 1 }] },
      'pricings_invalid',
      'subnets.0.pricings.0.cidr',
    ],
    [
      'a size twice',
      '45.50.0.0/22',
      {
        pricings: [
          { cidr: 24, value: 1 },
          { cidr: 24, value: 2 },
        ],
      },
      'pricings_invalid',
      'subnets.0.pricings.1.cidr',
    ],
    [
      'a price of nothing',
      '45.50.0.0/22',
      { pricings: [{ cidr: 24, value: 0 }] },
      'pricings_invalid',
      'subnets.0.pricings.0.value',
    ],
    [
      'a negative price',
      '45.50.0.0/22',
      { pricings: [{ cidr: 24, value: -1 }] },
      'invalid_fields',
      'subnets.0.pricings.0.value',
    ],
    [
      'half a cent',
      '45.50.0.0/22',
      { pricings: [{ cidr: 24, value: 1.005 }] },
      'pricings_invalid',
      'subnets.0.pricings.0.value',
    ],
    [
      'an absurd price',
      '45.50.0.0/22',
      { pricings: [{ cidr: 24, value: 256_000.01 }] },
      'pricings_invalid',
      'subnets.0.pricings.0.value',
    ],
    [
      'an unknown period',
      '45.50.0.0/22',
      { pricings: [{ cidr: 24, value: 1, selected_commitment_periods: [4] }] },
      'pricings_invalid',
      'subnets.0.pricings.0.selected_commitment_periods',
    ],
    [
      'a discount for no commitment',
      '45.50.0.0/22',
      { commitment_discounts: [{ months: 1, percent: 10 }] },
      'discounts_invalid',
      'subnets.0.commitment_discounts.0.months',
    ],
    [
      'all of a price off',
      '45.50.0.0/22',
      { commitment_discounts: [{ months: 12, percent: 100 }] },
      'discounts_invalid',
      'subnets.0.commitment_discounts.0.percent',
    ],
    ['AS 0', '45.50.0.0/22', { own_asns: [0] }, 'invalid_fields', 'subnets.0.own_asns.0'],
  ] as [string, string, Record<string, unknown>, string, string][])('%s', async (_name, block, given, code, field) => {
    const { status, body } = await list(world, holder, subnetOf(block, given))
    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, code, [field]])
  })

  it('blocks that overlap within the request', async () => {
    const { status, body } = await list(world, holder, subnetOf('45.51.1.0/24'), subnetOf('45.51.0.0/16'))
    expect([status, body.code, body.errors]).toEqual([
      422,
      'prefix_invalid',
      { 'subnets.1.address': ['overlaps 45.51.1.0/24 of the same request'] },
    ])
  })

  it('what is on the market already, in the same words whoever holds it', async () => {
    await makeOffer(world, holder.tenant, { block: '45.52.0.0/20' })
    for (const block of ['45.52.0.0/20', '45.52.1.0/24', '45.52.0.0/16']) {
      const [own, others] = [await list(world, holder, subnetOf(block)), await list(world, other, subnetOf(block))]
      expect(outcomeOf(own)).toBe('422 block_listed')
      expect({ ...own.body, request_id: '' }).toEqual({ ...others.body, request_id: '' })
      expect(own.body.errors).toEqual({ 'subnets.0.address': ['overlaps a block that is already on the market'] })
    }
    await world.house.pool.query(`update offer set status = 'object_terminated' where block = '45.52.0.0/20'`)
    await world.house.pool.query(`delete from free_block where block = '45.52.0.0/20'`)
    expect((await list(world, other, subnetOf('45.52.0.0/20'))).status).toBe(201)
  })

  it('whoever does not accept the terms', async () => {
    const send = (terms: object) =>
      world.call('POST', offersPath(holder.tenant), {
        headers: holder.bearer,
        payload: { subnets: [subnetOf('45.53.0.0/24')], ...terms },
      })
    const { status, body } = await send({ tos_accepted: true, subnet_actions_accepted: false })
    expect([status, body.code, body.errors]).toEqual([
      422,
      'terms_not_accepted',
      { subnet_actions_accepted: ['must be true'] },
    ])
    expect(outcomeOf(await send({}))).toBe('422 invalid_fields')
  })

  it('companies that are not active', async () => {
    const strict = await openWorld({ env: { SUBLET_AUTO_ACTIVATE: '0' }, beside: world })
    const pending = await strict.client()
    expect(outcomeOf(await list(strict, pending, subnetOf('45.54.0.0/24')))).toBe('403 company_not_active')
    await strict.close()
  })

  it('all but one listing of the same space by one company, also at once', async () => {
    const blocks = ['45.60.0.0/16', '45.60.0.0/24', '45.60.128.0/17', '45.60.255.0/24', '45.60.0.0/16', '45.60.0.0/20']
    const answers = await Promise.all(
      blocks.map((block, n) => list(world, n % 2 === 0 ? holder : other, subnetOf('45.61.0.0/24'), subnetOf(block))),
    )
    const outcomes = answers.map(outcomeOf).map(String)
    for (const mine of [0, 1])
      expect(outcomes.filter((_, n) => n % 2 === mine).sort()).toEqual(['201', '422 block_listed', '422 block_listed'])
    const refused = answers.find(({ status }) => status === 422)
    expect(refused?.body.errors['subnets.0.address']).toEqual([
      'overlaps a block that your company has listed and not proven yet; prove or cancel that one first',
    ])
  })
})
