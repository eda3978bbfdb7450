import { describe, expect, it } from 'vitest'
import { warnOfEndingKeys } from '../../../src/identity/app-key/app-key.actions.ts'
import { mailTo } from '../../support/server/mailbox.ts'
import { stageWorld } from '../../support/stages.ts'

/** Owners are warned before an app key ends. */

const world = await stageWorld()

/** A key of a company with an owner and a member. */
async function keyIn(tenant: string) {
  const [owner, member] = [await world.person(tenant, 'owner'), await world.person(tenant, 'member')]
  const { clientId } = await world.key(tenant)
  return { clientId, owner: owner.email, member: member.email }
}

/** As if it had been made so many days ago and would end in so many days, less a moment. */
const setAge = (clientId: string, ago: number, left: number) =>
  world.house.pool.query(
    `update app_key set created_at = now() - $2 * interval '1 day', expires_at = now() + $3 * interval '1 day' - interval '1 second'
     where client_id = $1`,
    [clientId, ago, left],
  )

const warn = () => warnOfEndingKeys(world.ctx)

const warnings = async (email: string) =>
  (await mailTo(world, email)).map(({ subject }) => subject).filter((subject) => subject.includes(' expires '))

describe('an app key that ends', () => {
  it('is warned of 30 days, 7 days and a day before, once each, to owners alone', async () => {
    const { clientId, owner, member } = await keyIn(await world.tenant())
    await setAge(clientId, 300, 31)
    await warn()
    expect(await warnings(owner)).toEqual([])
    for (const left of [30, 29, 7, 6, 1, 1]) {
      await setAge(clientId, 300, left)
      await warn()
    }
    expect((await warnings(owner)).toSorted()).toEqual([
      'App key "test" expires in 30 days',
      'App key "test" expires in 7 days',
      'App key "test" expires tomorrow',
    ])
    expect(await warnings(member)).toEqual([])
  })

  it('is warned of once where several nodes look at the same time', async () => {
    const { clientId, owner } = await keyIn(await world.tenant())
    await setAge(clientId, 300, 20)
    await Promise.all([warn(), warn(), warn()])
    expect(await warnings(owner)).toEqual(['App key "test" expires in 30 days'])
  })

  it('is not warned of when it is revoked, over, or without an end', async () => {
    const tenant = await world.tenant()
    const [gone, over, endless] = [await keyIn(tenant), await keyIn(tenant), await keyIn(tenant)]
    await setAge(gone.clientId, 300, 5)
    await world.house.pool.query('update app_key set revoked_at = now() where client_id = $1', [gone.clientId])
    await setAge(over.clientId, 300, -1)
    await warn()
    for (const { owner } of [gone, over, endless]) expect(await warnings(owner)).toEqual([])
  })

  it('is not warned of at a time that was over when it was made', async () => {
    const { clientId, owner } = await keyIn(await world.tenant())
    await setAge(clientId, 0, 5)
    await warn()
    expect(await warnings(owner)).toEqual([])
    await setAge(clientId, 4, 1)
    await warn()
    expect(await warnings(owner)).toEqual(['App key "test" expires tomorrow'])
  })
})
