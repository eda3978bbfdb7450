import { afterAll, describe, expect, it } from 'vitest'
import { showAddress } from '../../../src/commerce/address/address.actions.ts'
import type { CustomerAddress } from '../../../src/commerce/address/address.store.ts'
import { checkVatNumber, recheckVatNumbers } from '../../../src/commerce/address/vat.actions.ts'
import { addAddress } from '../../support/market/commerce.ts'
import { refusedPages } from '../../support/paging.ts'
import { onlyOperators, outcomesFor } from '../../support/portal.ts'
import { openVies, validity, viesFault } from '../../support/server/vies-standin.ts'
import { stageOffice, stageWorld } from '../../support/stages.ts'

/** VAT numbers by VIES' own interface: what counts as an answer, what is kept of it, and what is asked again. */

const vies = await openVies()
afterAll(() => vies.close())
const env = { SUBLET_VAT_CHECK: 'vies', SUBLET_VIES_URL: vies.url, SUBLET_SELLER_VAT: 'NL 0000.99.998.B57' }
const { world, office } = await stageOffice({ env })
const german = 'DE136695976'

const add = async (wish: object = {}) =>
  addAddress(world, await world.tenant(), { country_code: 'DE', vat_number: german, ...wish })
const statusOf = async ({ tenant_uuid, uuid }: CustomerAddress) => {
  const { vat_validation_status: status, vat_validated_at: at } = await showAddress(world.ctx, tenant_uuid, uuid)
  return [status, at !== null]
}
const checks = (tenant: string, query = '', headers: Record<string, string> = office.operator) =>
  world.call('GET', `/portal/operator/companies/${tenant}/vat-checks?${query}`, { headers })

describe('VIES', () => {
  it('is asked in the seller’s name, and its consultation number is kept', async () => {
    const address = await add()
    expect(await statusOf(address)).toEqual(['pending', false])
    await world.runJobs()
    expect(await statusOf(address)).toEqual(['valid', true])
    expect(vies.asked.at(-1)).toEqual({
      path: '/rest-api/check-vat-number',
      countryCode: 'DE',
      vatNumber: '136695976',
      requesterMemberStateCode: 'NL',
      requesterNumber: '000099998B57',
    })
    const { body } = await checks(address.tenant_uuid)
    expect(body.data).toMatchObject([
      {
        vat_number: german,
        asked: 'vies',
        valid: true,
        consultation_number: 'WAPIAAAAYxyz12',
        requester: 'NL000099998B57',
        name: 'EXAMPLE NETWORKS B.V.',
        address: null,
      },
    ])
  })

  it('says that a number is not valid', async () => {
    vies.says(validity({ countryCode: 'DE', vatNumber: '136695976' }, false))
    const address = await add()
    await world.runJobs()
    expect(await statusOf(address)).toEqual(['invalid', true])
    expect((await checks(address.tenant_uuid)).body.data).toMatchObject([{ valid: false, name: null, requester: null }])
  })

  it.each([
    ['the state’s register is away', viesFault('MS_UNAVAILABLE'), 200],
    ['too many ask at once', viesFault('GLOBAL_MAX_CONCURRENT_REQ'), 500],
    ['it answers a page', '<html>down</html>', 503],
    ['it answers something else', { valid: 'true' }, 200],
    ['a fault says valid', { ...viesFault('TIMEOUT'), valid: true }, 200],
  ])('has not said that a number is valid when %s, and is asked again later', async (_, body, status) => {
    for (let i = 0; i < 6; i++) vies.says(body, status)
    const address = await add()
    const payload = { tenant: address.tenant_uuid, number: german }
    for (let attempt = 1; attempt < 6; attempt++)
      await expect(checkVatNumber.run(world.ctx, payload, attempt)).rejects.toThrow(Error)
    await checkVatNumber.run(world.ctx, payload, 6)
    expect(await statusOf(address)).toEqual(['failed', false])
    expect((await checks(address.tenant_uuid)).body.data).toEqual([])
    await recheckVatNumbers.run(world.ctx, {})
    await world.runJobs()
    expect(await statusOf(address)).toEqual(['valid', true])
  })

  it('is asked without the seller where it does not know that', async () => {
    vies.says(viesFault('INVALID_REQUESTER_INFO'))
    const address = await add()
    await world.runJobs()
    expect(await statusOf(address)).toEqual(['valid', true])
    expect(vies.asked.at(-1)).not.toHaveProperty('requesterNumber')
  })

  it('is not asked about what it does not know, nor about what looks wrong', async () => {
    const before = vies.asked.length
    const british = await add({ country_code: 'GB', vat_number: 'GB980780684' })
    const wrong = await add({ vat_number: 'DE136695977' })
    const american = await add({ country_code: 'US', vat_number: '12-3456789' })
    await recheckVatNumbers.run(world.ctx, {})
    await world.runJobs()
    expect(await Promise.all([british, wrong, american].map(statusOf))).toEqual([
      ['valid', true],
      ['invalid', true],
      ['failed', false],
    ])
    expect(vies.asked.length).toBe(before)
  })
})

describe('GET /portal/operator/companies/{companyUUID}/vat-checks', () => {
  it.each([...refusedPages, 'sort=name'])('refuses %s', async (query) => {
    expect((await checks(office.tenant, query)).body.code).toBe('invalid_fields')
  })

  it('is for operators alone', async () => {
    expect(await outcomesFor(office, (headers) => checks(office.tenant, '', headers))).toEqual(onlyOperators)
  })
})

it('SUBLET_VAT_CHECK is one of three', async () => {
  await expect(stageWorld({ env: { SUBLET_VAT_CHECK: 'maybe' } })).rejects.toThrow('must be vies, url or format')
  await expect(stageWorld({ env: { SUBLET_VAT_CHECK: 'url' } })).rejects.toThrow('needs SUBLET_VAT_CHECK_URL')
})
