import { describe, expect, it } from 'vitest'
import { authoriseIn, fitAsn, letterItem, otherAsn } from '../../support/market/letters.ts'
import { outcomeOf } from '../../support/portal.ts'
import { stageLetters } from '../../support/stages.ts'

/** POST …/cart/items with product_type loa (addCartItem), and how the cart shows it. */

const { world, office, payer } = await stageLetters()

const price = (amount: string) => ({ currency: 'USD', amount, amount_minor: Math.round(Number(amount) * 100) })

describe('letters in the cart', () => {
  it('are one line for one AS number, priced by the subnet and kept like a block', async () => {
    const lessee = await payer()
    const [first, second] = [await lessee.lease(), await lessee.lease(22)]
    const subnets = [first.block, second.block.replace('/22', '/23')]
    const added = await lessee.add(letterItem({ subnets }))
    expect([added.status, added.text]).toEqual([204, ''])
    const cart = await lessee.cart()
    expect(cart.items).toEqual([
      {
        uuid: expect.any(String),
        name: `Letters for AS${fitAsn}: 2 subnets`,
        product_type: 'loa',
        billing_cycle: 0,
        contract_length: null,
        product_fields: {
          asn: fitAsn,
          company_name: 'Example Networks B.V.',
          max_length: 24,
          info: 'Ring 3',
          create_whois_inetnum: true,
          whois_data_exposed: false,
          subnets,
        },
        product_options: { selection: { roa: 'yes', radb: 'no', route: 'yes' } },
        price: price('14.00'),
        commitment_discount: null,
        skipped_checks: [],
        expires_at: expect.stringMatching(/\+00:00$/),
      },
    ])
    expect(cart).toMatchObject({
      sub_total: price('14.00'),
      total: price('14.00'),
      expires_at: cart.items[0].expires_at,
    })
    expect((await lessee.get(`/cart/${cart.uuid}/lines`)).body.data).toEqual(cart.items)
  })

  it('need no options, and numbers may be texts', async () => {
    const lessee = await office.lessee()
    const { block } = await lessee.lease()
    const { product_options: _, ...item } = letterItem({ subnets: [block] })
    const { info: _info, create_whois_inetnum: _c, whois_data_exposed: _w, ...fields } = item.product_fields
    const payload = { ...item, product_fields: { ...fields, asn: `${fitAsn}`, max_length: '24' } }
    expect((await lessee.add(payload)).status).toBe(204)
    expect((await lessee.cart()).items[0]).toMatchObject({
      name: `Letter for AS${fitAsn}: ${block}`,
      price: price('0.00'),
      product_fields: { info: null, create_whois_inetnum: false, whois_data_exposed: false },
      product_options: { selection: { roa: 'yes', radb: 'no', route: 'yes' } },
    })
  })

  it('are taken out again, and lapse twenty minutes after the last change', async () => {
    const lessee = await office.lessee()
    const { block } = await lessee.lease()
    await lessee.add(letterItem({ subnets: [block] }))
    const { uuid: cart, items } = await lessee.cart()
    const path = `/cart/${cart}/lines/${items[0].uuid}`
    expect(outcomeOf(await (await office.lessee()).send('DELETE', path))).toBe('404 not_found')
    expect((await lessee.send('DELETE', path)).body.data.items).toEqual([])
    expect(outcomeOf(await lessee.send('DELETE', path))).toBe('404 not_found')
    await lessee.add(letterItem({ subnets: [block] }))
    await world.travel('15 minutes')
    await lessee.address(cart)
    await world.travel('15 minutes')
    expect((await lessee.cart()).items).toHaveLength(1)
    await world.travel('6 minutes')
    expect((await lessee.cart()).items).toEqual([])
    expect(outcomeOf(await lessee.checkout(cart))).toBe('409 cart_expired')
    expect((await lessee.add(letterItem({ subnets: [block] }))).status).toBe(204)
  })
})

describe('letters that cannot be issued', () => {
  it.each([
    [{ asn: 64_512 }, '422 asn_not_fit', 'product_fields.asn'],
    [{ asn: 399_999 }, '422 asn_not_fit', 'product_fields.asn'],
    [{ asn: 932 }, '422 asn_not_fit', 'product_fields.asn'],
    [{ asn: 12_880 }, '422 asn_not_fit', 'product_fields.asn'],
    [
      { company_name: 'Unfriendly Shipping Company LLC' },
      '422 letter_company_sanctioned',
      'product_fields.company_name',
    ],
    [{ max_length: 23 }, '422 letter_length_invalid', 'product_fields.max_length'],
    [{ max_length: 25 }, '422 letter_length_invalid', 'product_fields.max_length'],
    [{ asn: 0 }, '422 invalid_fields', 'product_fields.asn'],
    [{ asn: 4_294_967_296 }, '422 invalid_fields', 'product_fields.asn'],
    [{ max_length: 33 }, '422 invalid_fields', 'product_fields.max_length'],
    [{ company_name: '' }, '422 invalid_fields', 'product_fields.company_name'],
    [{ subnets: [] }, '422 invalid_fields', 'product_fields.subnets'],
    [{ subnets: ['192.0.2.1/24'] }, '422 letter_subnets_invalid', 'product_fields.subnets.0'],
    [{ subnets: ['2001:db8::/32'] }, '422 letter_subnets_invalid', 'product_fields.subnets.0'],
    [{ subnets: ['192.0.2.0/24'] }, '422 letter_subnets_invalid', 'product_fields.subnets.0'],
  ])('are refused: %j', async (wrong, outcome, field) => {
    const lessee = await office.lessee()
    const { block } = await lessee.lease()
    const answer = await lessee.add(letterItem({ subnets: [block], ...wrong }))
    expect([outcomeOf(answer), Object.keys(answer.body.errors)]).toEqual([outcome, [field]])
  })

  it.each([
    ['a name of 256 characters', { company_name: 'x'.repeat(256) }, 'company_name'],
    ['501 subnets', { subnets: Array(501).fill('192.0.2.0/24') }, 'subnets'],
  ])('are refused with %s', async (_, wrong, field) => {
    const answer = await (await office.lessee()).add(letterItem({ subnets: ['192.0.2.0/24'], ...wrong }))
    expect([outcomeOf(answer), Object.keys(answer.body.errors)]).toEqual([
      '422 invalid_fields',
      [`product_fields.${field}`],
    ])
  })

  it('are refused for subnets that are another’s, suspended, wider than the lease, or named twice', async () => {
    const [lessee, other] = [await office.lessee(), await office.lessee()]
    const [mine, theirs, rests] = [await lessee.lease(), await other.lease(), await lessee.lease()]
    await world.house.pool.query(`update lease set status = 'suspended' where uuid = $1`, [rests.uuid])
    const wide = mine.block.replace('/24', '/23')
    const answer = await lessee.add(letterItem({ subnets: [mine.block, theirs.block, rests.block, wide] }))
    expect([outcomeOf(answer), answer.body.errors]).toEqual([
      '422 letter_subnets_invalid',
      {
        'product_fields.subnets.1': [`${theirs.block} is not part of a block your company leases`],
        'product_fields.subnets.2': [`${rests.block}: its lease is suspended`],
        'product_fields.subnets.3': [`${wide} is not part of a block your company leases`],
      },
    ])
    const twice = await lessee.add(letterItem({ subnets: [mine.block, mine.block] }))
    expect(twice.body.errors).toEqual({ 'product_fields.subnets.1': [`${mine.block} is named twice`] })
  })

  it('are refused where the holder has taken its authorisation back', async () => {
    const lessee = await office.lessee()
    const { block } = await lessee.lease()
    await authoriseIn(office, 'revoked')
    const answer = await lessee.add(letterItem({ subnets: [block] }))
    await authoriseIn(office, 'signed')
    expect(answer.body.errors).toEqual({
      'product_fields.subnets.0': [`${block}: its holder's authorisation (LOA-A) is revoked`],
    })
  })

  it('are refused where there is such a letter, in the cart, in an order or in force', async () => {
    const lessee = await payer()
    const { block } = await lessee.lease(22)
    const part = block.replace('/22', '/24')
    expect((await lessee.add(letterItem({ subnets: [part] }))).status).toBe(204)
    const inCart = await lessee.add(letterItem({ subnets: [block, part] }))
    expect([outcomeOf(inCart), inCart.body.errors]).toEqual([
      '409 letter_exists',
      { 'product_fields.subnets.1': [`${part} has a letter for AS${fitAsn}`] },
    ])
    const { uuid: cart } = await lessee.cart()
    await lessee.address(cart)
    expect((await lessee.checkout(cart)).body.data.order.status).toBe('pending_payment')
    expect(outcomeOf(await lessee.add(letterItem({ subnets: [part] })))).toBe('409 letter_exists')
    await (await office.lessee()).lease()
    const free = await office.lessee()
    const own = await free.lease(22)
    await free.buy({ subnets: [own.block], max_length: 23 })
    const smaller = (length: number) => letterItem({ subnets: [own.block.replace('/22', `/${length}`)] })
    // The letter for the /22 lets a /23 be announced, too, but no /24.
    expect(outcomeOf(await free.add(smaller(23)))).toBe('409 letter_exists')
    expect((await free.add(smaller(24))).status).toBe(204)
    expect((await free.add(letterItem({ subnets: [own.block], asn: otherAsn }))).status).toBe(204)
  })

  it('are refused past five hundred in a cart, and where they are not what is sold', async () => {
    const lessee = await office.lessee()
    const { block } = await lessee.lease()
    await world.house.pool.query(
      `insert into letter_line (uuid, tenant_uuid, asn, company_name, max_length, create_inetnum, whois_exposed, roa, radb,
         route, subnets, price_minor, created_at, until)
       select gen_random_uuid(), $1, 4701, 'x', 24, false, false, true, false, true, array_agg(('10.' || n / 256 || '.' || n % 256 || '.0/24')::cidr),
         0, $2, $2::timestamptz + interval '20 minutes' from generate_series(1, 500) n`,
      [lessee.tenant, world.ctx.now],
    )
    expect(outcomeOf(await lessee.add(letterItem({ subnets: [block] })))).toBe('422 too_many_letters')
    for (const wrong of [{ billing_cycle: 1 }, { contract_length: 12 }])
      expect(outcomeOf(await lessee.add({ ...letterItem({ subnets: [block] }), ...wrong }))).toBe(
        '422 product_not_sold',
      )
    const empty = await lessee.add({ product_type: 'loa', billing_cycle: 0, product_fields: {} })
    expect(Object.keys(empty.body.errors)).toEqual(
      ['asn', 'company_name', 'max_length', 'subnets'].map((name) => `product_fields.${name}`),
    )
  })

  it('are refused to a company that is not active', async () => {
    const lessee = await office.lessee()
    const { block } = await lessee.lease()
    const query = 'update tenant set status = $2 where uuid = $1'
    await world.house.pool.query(query, [lessee.tenant, 'pending'])
    expect(outcomeOf(await lessee.add(letterItem({ subnets: [block] })))).toBe('403 company_not_active')
    await world.house.pool.query(query, [lessee.tenant, 'active'])
  })

  it('are added once by two who add the same at the same time', async () => {
    const lessee = await office.lessee()
    const { block } = await lessee.lease()
    const both = await Promise.all([1, 2].map(() => lessee.add(letterItem({ subnets: [block] }))))
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([204, 409])
    expect((await lessee.cart()).items).toHaveLength(1)
  })
})
