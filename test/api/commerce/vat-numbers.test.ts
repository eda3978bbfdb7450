import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { replaceAddress, showAddress } from '../../../src/commerce/address/address.actions.ts'
import type { CustomerAddress } from '../../../src/commerce/address/address.store.ts'
import { checkVatNumber } from '../../../src/commerce/address/vat.actions.ts'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { addAddress } from '../../support/market/commerce.ts'
import { openVatRegistry } from '../../support/server/vat-standin.ts'
import { openWorld, type World } from '../../support/world.ts'

/** What an address says of its VAT number, by checksum alone and with a registry to ask. */

let registry: Awaited<ReturnType<typeof openVatRegistry>>
let world: World
let asking: World
beforeAll(async () => {
  registry = await openVatRegistry()
  world = await openWorld()
  asking = await openWorld({ beside: world, env: { SUBLET_VAT_CHECK_URL: registry.url } })
})
afterAll(async () => {
  await asking.close()
  await world.close()
  await registry.close()
})

const statusOf = ({ vat_validation_status: status, vat_validated_at: at }: CustomerAddress) => [status, at !== null]
const right = 'NL000099998B57'
const wrong = 'NL000099999B57'

describe('without a registry to ask', () => {
  it.each([
    ['NL', right, ['valid', true]],
    ['NL', '0000.99.998.B57', ['valid', true]],
    ['NL', wrong, ['invalid', true]],
    ['NL', 'nonsense', ['invalid', true]],
    ['DE', right, ['invalid', true]],
    ['DE', 'DE136695976', ['valid', true]],
    ['GR', 'EL094259216', ['valid', true]],
    ['GR', 'GR094259216', ['valid', true]],
    ['GB', 'XI980780684', ['valid', true]],
    ['GB', 'GB980780684', ['valid', true]],
    ['IE', 'XI980780684', ['invalid', true]],
    ['US', '12-3456789', ['failed', false]],
    ['NL', null, [null, false]],
  ])('%s %s is %j', async (country_code, vat_number, status) => {
    const address = await addAddress(world, await world.tenant(), { country_code, vat_number })
    expect(statusOf(address)).toEqual(status)
  })
})

describe('with a registry to ask', () => {
  const current = ({ tenant_uuid, uuid }: CustomerAddress) => showAddress(asking.ctx, tenant_uuid, uuid)
  const add = async () => addAddress(asking, await asking.tenant(), { vat_number: right })

  it.each([
    [{ valid: true, name: 'more than we need' }, 'valid'],
    [{ valid: false }, 'invalid'],
  ])('waits for its answer: %j', async (answer, status) => {
    registry.says(answer)
    const address = await add()
    expect(statusOf(address)).toEqual(['pending', false])
    await asking.runJobs()
    expect(statusOf(await current(address))).toEqual([status, true])
    expect(registry.asked.at(-1)).toBe(`/check/${right}`)
    const { rows } = await asking.house.pool.query(
      `select data from audit_entry where action = 'customer_address.vat_checked' and subject_uuid = $1`,
      [address.uuid],
    )
    expect(rows).toEqual([{ data: { vat_number: right, status } }])
  })

  it('is not asked about what cannot be right', async () => {
    const before = registry.asked.length
    const address = await addAddress(asking, await asking.tenant(), { vat_number: wrong })
    await asking.runJobs()
    expect([statusOf(address), registry.asked.length]).toEqual([['invalid', true], before])
  })

  it.each([
    ['an error', {}, 500],
    ['another answer', { valid: 'yes' }, 200],
    ['no JSON', 'down for maintenance', 200],
    ['hanging up', 'hang up', 200],
  ])('is asked again after %s, until it has failed often enough', async (_what, answer, status) => {
    registry.says(answer, status)
    const address = await add()
    const payload = { tenant: address.tenant_uuid, number: right }
    for (let attempt = 1; attempt < 6; attempt++)
      await expect(checkVatNumber.run(asking.ctx, payload, attempt)).rejects.toThrow(Error)
    expect(statusOf(await current(address))).toEqual(['pending', false])
    await checkVatNumber.run(asking.ctx, payload, 6)
    expect(statusOf(await current(address))).toEqual(['failed', false])
  })

  it('is not asked again about a number that stays, and is about one that failed', async () => {
    registry.says({ valid: true })
    const address = await add()
    await asking.runJobs()
    const replace = (wish: object) =>
      asking.change((ctx) => replaceAddress(ctx, address.tenant_uuid, address.uuid, { ...address, ...wish }))
    expect(statusOf(await replace({ city: 'Utrecht', vat_number: 'nl 0000 99998 b57' }))).toEqual(['valid', true])
    expect(statusOf(await replace({ vat_number: wrong }))).toEqual(['invalid', true])
    expect(statusOf(await replace({ vat_number: right }))).toEqual(['pending', false])
    expect(statusOf(await replace({ vat_number: null }))).toEqual([null, false])
  })

  it('answers for the copy in the cart, too', async () => {
    registry.says({ valid: true })
    const address = await add()
    const copy = { city: 'Utrecht', vat_number: right, vat_validation_status: 'pending', vat_validated_at: null }
    await asking.house.pool.query(
      `insert into cart (uuid, tenant_uuid, status, address, created_at, changed_at) values ($1, $2, 'open', $3, now(), now())`,
      [newUuid(), address.tenant_uuid, copy],
    )
    await asking.runJobs()
    const { rows } = await asking.house.pool.query('select address from cart where tenant_uuid = $1', [
      address.tenant_uuid,
    ])
    expect(rows).toEqual([
      { address: { ...copy, vat_validation_status: 'valid', vat_validated_at: expect.stringMatching(/\+00:00$/) } },
    ])
  })

  it('says nothing of a number that was changed meanwhile', async () => {
    registry.says({ valid: true })
    const address = await add()
    await asking.change((ctx) =>
      replaceAddress(ctx, address.tenant_uuid, address.uuid, { ...address, vat_number: wrong }),
    )
    await asking.runJobs()
    expect(statusOf(await current(address))).toEqual(['invalid', true])
  })
})
