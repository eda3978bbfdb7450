import { describe, expect, it } from 'vitest'
import { mailTo } from '../../support/server/mailbox.ts'
import { anyMember, notTheirRole, notTheirs, noSession, outcomeOf, outcomesFor } from '../../support/portal.ts'
import { stageOffice } from '../../support/stages.ts'

/**
 * getPayoutAccount, requestPayoutAccount, confirmPayoutAccount, withdrawPayoutAccount: where holders are paid to, named by
 * owners, confirmed by mail, held for three days when it changes.
 */

const { world, office } = await stageOffice({ env: { SUBLET_SANDBOX: '1' } })

const wish = {
  account_holder: 'Holder GmbH',
  iban: 'DE89 3704 0044 0532 0130 00',
  address: ['Weg 1', '10115 Berlin'],
  country_code: 'DE',
  vat_number: 'DE136695976',
}
const other = { ...wish, iban: 'NL91ABNA0417164300', country_code: 'NL' }

async function holder() {
  const tenant = await world.tenant('Holder', 'holder')
  const [one, two] = [await world.person(tenant, 'owner'), await world.person(tenant, 'owner')]
  const path = `/portal/companies/${tenant}/payout-account`
  const call = (method: string, rest = '', payload?: object) =>
    world.call(method, `${path}${rest}`, { headers: one.cookie, ...(payload ? { payload } : {}) })
  const ticket = async (email = one.email) =>
    (await mailTo(world, email))
      .map(({ body }) => /ticket=([\w-]+)/.exec(body)?.[1])
      .findLast((found) => found !== undefined)
  const confirm = async () => call('POST', '/confirm', { ticket: await ticket() })
  return { tenant, one, two, call, ticket, confirm }
}

describe('the bank account for payouts', () => {
  it('counts at once when it is the first and was confirmed by mail', async () => {
    const { call, confirm, ticket, two } = await holder()
    expect((await call('GET')).body.data).toEqual({ current: null, next: null })
    const asked = await call('PUT', '', wish)
    expect(asked.body.data).toMatchObject({
      current: null,
      next: { status: 'requested', iban: 'DE89••••••••••••••3000' },
    })
    expect(await ticket(two.email)).toBe(await ticket())
    const { body } = await confirm()
    expect(body.data).toMatchObject({ current: { status: 'confirmed', vat_number: 'DE136695976' }, next: null })
    expect(outcomeOf(await confirm())).toBe('422 ticket_wrong')
    expect((await mailTo(world, two.email)).at(-1)?.subject).toBe('The bank account for your payouts was confirmed')
  })

  it('is held for three days when it changes, and may be withdrawn meanwhile', async () => {
    const { call, confirm } = await holder()
    await call('PUT', '', wish)
    await confirm()
    await call('PUT', '', other)
    expect((await confirm()).body.data).toMatchObject({
      current: { iban: 'DE89••••••••••••••3000' },
      next: { status: 'confirmed', iban: 'NL91••••••••••4300' },
    })
    expect((await call('DELETE')).body.data).toMatchObject({ current: { iban: 'DE89••••••••••••••3000' }, next: null })
    expect(outcomeOf(await call('DELETE'))).toBe('422 nothing_to_withdraw')
    await call('PUT', '', other)
    await confirm()
    await world.travel('2 days 23 hours')
    expect((await call('GET')).body.data.current.iban).toBe('DE89••••••••••••••3000')
    await world.travel('2 hours')
    expect((await call('GET')).body.data).toMatchObject({ current: { iban: 'NL91••••••••••4300' }, next: null })
  })

  it('is confirmed only by the latest link, within a day', async () => {
    const { call, ticket, confirm } = await holder()
    await call('PUT', '', wish)
    const first = await ticket()
    await call('PUT', '', other)
    expect(outcomeOf(await call('POST', '/confirm', { ticket: first }))).toBe('422 ticket_wrong')
    expect(outcomeOf(await call('POST', '/confirm', { ticket: 'guessed' }))).toBe('422 ticket_wrong')
    await world.travel('25 hours')
    expect(outcomeOf(await confirm())).toBe('422 ticket_wrong')
  })

  it.each([
    [{ iban: 'DE89370400440532013001' }, 'iban'],
    [{ iban: 'DE8937040044053201300' }, 'iban'],
    [{ iban: 'US64SVBKUS6S3300958879' }, 'iban'],
    [{ bic: 'COBA' }, 'bic'],
    [{ country_code: 'DEU' }, 'country_code'],
    [{ account_holder: '' }, 'account_holder'],
  ])('is refused: %j', async (wrong, field) => {
    const { call } = await holder()
    const { body } = await call('PUT', '', { ...wish, ...wrong })
    expect([body.code, Object.keys(body.errors)]).toEqual(['invalid_fields', [field]])
    expect((await call('GET')).body.data.next).toBeNull()
  })

  it('is seen by members and changed by owners', async () => {
    const path = `/portal/companies/${office.tenant}/payout-account`
    expect(await outcomesFor(office, (headers) => world.call('GET', path, { headers }))).toEqual(anyMember)
    const onlyOwners = { nobody: noSession, stranger: notTheirs, viewer: notTheirRole, member: notTheirRole }
    const put = await outcomesFor(office, (headers) => world.call('PUT', path, { headers, payload: wish }))
    expect(put).toMatchObject({ ...onlyOwners, owner: 200 })
    const confirm = await outcomesFor(office, (headers) =>
      world.call('POST', `${path}/confirm`, { headers, payload: { ticket: 'x' } }),
    )
    expect(confirm).toMatchObject({ ...onlyOwners, owner: '422 ticket_wrong' })
    expect(await outcomesFor(office, (headers) => world.call('DELETE', path, { headers }))).toMatchObject(onlyOwners)
  })
})
