import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetMailedCodes } from '../../../src/market/index.ts'
import { mailTo } from '../../support/server/mailbox.ts'
import {
  codeFor,
  know,
  letContactsRest,
  list,
  listed,
  offersPath,
  recordOf,
  resend,
  shown,
  subnetOf,
  verify,
  type Client,
} from '../../support/market/offers.ts'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

/** The registered contact of a block is a stranger: how often one is mailed does not depend on who lists, or how often. */

let world: World
let holder: Client
beforeAll(async () => {
  world = await openWorld()
  holder = await world.client()
  await know(
    world,
    'registry',
    Array.from({ length: 20 }, (_, n) =>
      recordOf(`${45 + n}.0.0.0/8`, { contactEmail: `NOC${45 + n}@Holder.example` }),
    ),
  )
})
afterAll(() => world.close())

const contact = (octet: number) => `NOC${octet}@Holder.example`
const lettersTo = async (octet: number) => (await mailTo(world, contact(octet))).length
const cancel = ({ tenant, bearer }: Client, uuid: string) =>
  world.call('DELETE', offersPath(tenant, `/${uuid}`), { headers: bearer })
const waits = expect.stringMatching(/^No code was mailed: NOC\d+@Holder\.example.*Ask for a code after .+ UTC\.$/)

describe('a code for the same space', () => {
  it('is mailed once, though it is listed, cancelled and listed again', async () => {
    for (let n = 0; n < 15; n++) await cancel(holder, (await listed(world, holder, '45.8.0.0/24')).uuid)
    expect(await lettersTo(45)).toBe(1)
  })

  it('is mailed once, whichever companies list it, and whatever part of it', async () => {
    const blocks = ['46.8.0.0/24', '46.8.0.0/16', '46.0.0.0/8', '46.8.0.0/23', '46.8.0.0/24']
    const clients = await Promise.all(blocks.map(() => world.client()))
    const answers = await Promise.all(blocks.map((block, n) => list(world, clients[n] ?? holder, subnetOf(block))))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect(await lettersTo(46)).toBe(1)
    const told = answers.map(({ body }) => body.data[0].auth.description as string)
    expect(told.filter((sentence) => sentence.startsWith('No code was mailed'))).toHaveLength(4)
  })

  it('may be asked for later by whoever got none, and the offer says so', async () => {
    await listed(world, await world.client(), '47.8.0.0/24')
    const { uuid, status, auth } = await listed(world, holder, '47.8.0.0/24')
    expect([status, auth]).toEqual(['auth_pending', { type: 'email', status: 'pending', description: waits }])
    expect(outcomeOf(await verify(world, holder, uuid, 'K7WQ4MZD'))).toBe('422 proof_not_by_mail')
    const early = await resend(world, holder, uuid)
    expect(outcomeOf(early)).toBe('429 resend_throttled')
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(early.headers['retry-after'])).toBeLessThanOrEqual(60)
    await letContactsRest(world)
    expect((await resend(world, holder, uuid)).status).toBe(200)
    const code = await codeFor(world, '47.8.0.0/24', contact(47))
    expect((await verify(world, holder, uuid, code)).body.status).toBe('validity_pending')
  })

  it('keeps the one that was mailed, where another is refused', async () => {
    const { uuid } = await listed(world, holder, '48.8.0.0/24')
    const code = await codeFor(world, '48.8.0.0/24', contact(48))
    expect(outcomeOf(await resend(world, holder, uuid))).toBe('429 resend_throttled')
    expect((await verify(world, holder, uuid, code)).status).toBe(200)
  })

  it('is mailed five times a day', async () => {
    const { uuid } = await listed(world, holder, '49.8.0.0/24')
    for (let n = 0; n < 4; n++) {
      await letContactsRest(world)
      expect((await resend(world, holder, uuid)).status).toBe(200)
    }
    await letContactsRest(world)
    const sixth = await resend(world, holder, uuid)
    expect(outcomeOf(sixth)).toBe('429 resend_throttled')
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(80_000)
    expect((await listed(world, await world.client(), '49.8.0.0/23')).auth.description).toEqual(waits)
    expect(await lettersTo(49)).toBe(5)
    expect((await shown(world, holder, uuid)).status).toBe('auth_pending')
    await letContactsRest(world, '1 day')
    expect((await resend(world, holder, uuid)).status).toBe(200)
  })
})

describe('a mailbox', () => {
  it('gets twenty letters a day, whatever the blocks', async () => {
    const generous = await openWorld({ env: { SUBLET_MAX_UNPROVEN: '100' }, beside: world })
    for (let n = 0; n < 22; n++) await listed(generous, holder, `50.0.${n}.0/24`)
    await generous.close()
    expect(await lettersTo(50)).toBe(20)
  })

  it('is forgotten after a day', async () => {
    await letContactsRest(world, '1 day')
    await forgetMailedCodes.run(world.ctx, {})
    expect((await world.house.pool.query('select 1 from proof_mail')).rows).toEqual([])
  })
})
