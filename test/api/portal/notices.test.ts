import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAppKey, moveTenant, revokeByClientId } from '../../../src/identity/index.ts'
import { tellListeners } from '../../../src/kernel/work/outbox.ts'
import { deliverMail } from '../../../src/kernel/work/mail.ts'
import { mailTo } from '../../support/server/mailbox.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

async function companyOf(...roles: ('owner' | 'member' | 'viewer')[]) {
  const tenant = await world.tenant()
  await world.runJobs()
  const people = []
  for (const role of roles) people.push(await world.person(tenant, role))
  return { tenant, emails: people.map((person) => person.email) }
}
const subjectsTo = async (email = '') => (await mailTo(world, email)).map(({ subject }) => subject)
const newKey = (tenant: string, name: string) =>
  world.change((ctx) => createAppKey(ctx, tenant, { name, scopes: ['billing'] }))

describe('owners are told by mail', () => {
  it('of new and revoked app keys; others are not', async () => {
    const { tenant, emails } = await companyOf('owner', 'owner', 'member', 'viewer')
    const { key, clientSecret } = await newKey(tenant, 'Export')
    await world.change((ctx) => revokeByClientId(ctx, key.client_id))
    const told = ['New app key "Export"', 'App key "Export" revoked']
    expect(await subjectsTo(emails[0])).toEqual(told)
    expect(await subjectsTo(emails[1])).toEqual(told)
    expect(await subjectsTo(emails[2])).toEqual([])
    expect(await subjectsTo(emails[3])).toEqual([])
    const letters = await mailTo(world, emails[0] ?? '')
    expect(letters.every(({ status }) => status === 'kept')).toBe(true)
    expect(JSON.stringify(letters)).not.toContain(clientSecret)
  })

  it('that their company is suspended, and active', async () => {
    const { tenant, emails } = await companyOf('owner')
    await world.change((ctx) => moveTenant(ctx, tenant, 'suspend'))
    expect(await subjectsTo(emails[0])).toEqual(['Example Networks is suspended'])
  })

  it('of nothing that was rolled back', async () => {
    const { tenant, emails } = await companyOf('owner')
    const undone = world.change(async (ctx) => {
      await createAppKey(ctx, tenant, { name: 'Never', scopes: ['billing'] })
      throw new Error('changed my mind')
    })
    await expect(undone).rejects.toThrow('changed my mind')
    expect(await subjectsTo(emails[0])).toEqual([])
  })

  it('once, even when the job runs again or twice at the same time', async () => {
    const { tenant, emails } = await companyOf('owner')
    await newKey(tenant, 'Once')
    const again = async () => {
      const { rowCount } = await world.house.pool.query(
        `update outbox_event set tell_at = now() - interval '1 second' where tenant_uuid = $1 and type = 'app_key.created'`,
        [tenant],
      )
      expect(rowCount).toBe(1)
      await tellListeners.run(world.ctx, {})
    }
    await Promise.all([again(), again(), again()])
    await again()
    expect(await subjectsTo(emails[0])).toEqual(['New app key "Once"'])
  })

  it('by a letter that delivering twice does not double', async () => {
    const { tenant, emails } = await companyOf('owner')
    await newKey(tenant, 'Delivered')
    await world.runJobs()
    const { rows } = await world.house.pool.query<{ uuid: string }>(
      'select uuid from mail where recipient = $1',
      emails,
    )
    await deliverMail.run(world.ctx, { uuid: rows[0]?.uuid ?? '' })
    expect(await subjectsTo(emails[0])).toEqual(['New app key "Delivered"'])
  })
})
