import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { lookAtProofs } from '../../../src/market/index.ts'
import { makeLease, makeOffer } from '../../support/market/market.ts'
import { codeFor, deedsOn, listed, shown, verify, type Client } from '../../support/market/offers.ts'
import { choose, wayOf } from '../../support/market/proofs.ts'
import { mailTo } from '../../support/server/mailbox.ts'
import { anAnswer, openRdapRegistry, type RdapRegistry } from '../../support/server/rdap-standin.ts'
import { openWorld, type World } from '../../support/world.ts'

/** Proofs are repeated by schedule, and one that is lost ends its offer, with notice (ADR 84). */

let registry: RdapRegistry
let world: World
let holder: Client
let owner: string
beforeAll(async () => {
  registry = await openRdapRegistry()
  world = await openWorld({ env: { ...registry.env, SUBLET_SANDBOX: '1' } })
  holder = await world.client()
  owner = (await world.person(holder.tenant, 'owner')).email
})
afterAll(async () => {
  await world.close()
  await registry.close()
})
/** The registry was asked longer ago: by real time, which no test can move. */
const lookAfter = async (days: number) => {
  await world.travel(`${days}d`)
  await world.house.pool.query(`update rdap_answer set asked_at = asked_at - interval '2 days'`)
  await lookAtProofs.run(world.ctx, {})
}
beforeEach(() => world.house.pool.query('delete from proof_mail'))

const told = (block: string, holderName: string) => {
  const start = block.replace('/24', '')
  registry.says(
    block,
    anAnswer({ start, end: start.replace(/0$/, '255'), holder: holderName, handle: `ORG-${holderName}` }),
  )
}

async function proven(block: string): Promise<string> {
  told(block, 'Holder Ltd')
  const { uuid } = await listed(world, holder, block)
  const { contacts } = await wayOf(world, holder, uuid, 'email')
  await choose(world, holder, uuid, { way: 'email', contact: contacts[0]?.id })
  await verify(world, holder, uuid, await codeFor(world, block, 'abuse@holder.example'))
  return uuid
}

const proofOf = async (uuid: string) =>
  (
    await world.house.pool.query(
      'select status, doubted_since is not null as doubted from ownership_proof where offer_uuid = $1',
      [uuid],
    )
  ).rows[0]

it('goes on while the record names the same holder, however it writes the name', async () => {
  const uuid = await proven('45.60.0.0/24')
  told('45.60.0.0/24', 'HOLDER, Ltd.')
  await lookAfter(6)
  expect(await proofOf(uuid)).toEqual({ status: 'passed', doubted: false })
})

it('goes on while the registry is silent', async () => {
  const uuid = await proven('45.60.1.0/24')
  registry.answers('45.60.1.0/24', (_, response) => void response.writeHead(503).end())
  await lookAfter(6)
  expect(await proofOf(uuid)).toEqual({ status: 'passed', doubted: false })
})

it('warns the holder first, and goes on when the record is put right', async () => {
  const uuid = await proven('45.60.2.0/24')
  told('45.60.2.0/24', 'Somebody Else')
  await lookAfter(6)
  await lookAfter(2)
  expect(await proofOf(uuid)).toEqual({ status: 'passed', doubted: true })
  await world.runJobs()
  const letters = (await mailTo(world, owner)).filter(({ subject }) => subject === '45.60.2.0/24: is it still yours?')
  expect(letters).toHaveLength(1)
  expect(letters[0]?.body).toContain('names Somebody Else, and named Holder Ltd before')
  told('45.60.2.0/24', 'Holder Ltd')
  await lookAfter(2)
  expect(await proofOf(uuid)).toEqual({ status: 'passed', doubted: false })
  expect(await deedsOn(world, uuid)).toEqual(expect.arrayContaining(['offer.proof_doubted', 'offer.proof_held']))
})

it('ends the offer when it is not, and the holder hears why', async () => {
  const uuid = await proven('45.60.3.0/24')
  told('45.60.3.0/24', 'Somebody Else')
  await lookAfter(6)
  await lookAfter(13)
  expect((await shown(world, holder, uuid)).status).not.toBe('object_terminated')
  await lookAfter(2)
  const offer = await shown(world, holder, uuid)
  expect([offer.status, offer.auth.status]).toEqual(['object_terminated', 'failed'])
  await world.runJobs()
  expect((await mailTo(world, owner)).map(({ subject }) => subject)).toContain('45.60.3.0/24: listing ended')
  await lookAfter(9)
  expect((await deedsOn(world, uuid)).filter((deed) => deed === 'offer.proof_lost')).toHaveLength(1)
})

it('lets leases that run end as agreed', async () => {
  const lessee = await world.client()
  const made = await makeOffer(world, holder.tenant, { block: '45.60.4.0/24' })
  await makeLease(world, made, lessee.tenant, '45.60.4.0/24')
  await world.house.pool.query(
    `update ownership_proof set organisation = 'Holder Ltd', told_by = 'rdap', next_look_at = now(),
       doubted_since = now() - interval '90 days' where offer_uuid = $1`,
    [made.uuid],
  )
  told('45.60.4.0/24', 'Somebody Else')
  await lookAfter(1)
  expect((await shown(world, holder, made.uuid)).status).toBe('validity_terminated')
})
