import { expect, it } from 'vitest'
import { checkInvariants } from '../../../src/app/invariants.ts'
import { actIn, counterIn, freeOf, makeNegotiable, wishIn } from '../../support/market/reservations.ts'
import { outcomeOf } from '../../support/portal.ts'
import { stageSides } from '../../support/stages.ts'

/** Both sides answer at once, each request on a connection of its own: one word counts, and everything agrees with it. */

const { world, holder, lessee } = await stageSides({ env: { SUBLET_SANDBOX: '1' } })
const act = actIn(world)
const counter = counterIn(world)
const rounds = Number(process.env['RACE_ROUNDS'] ?? 6)

const countAs = (outcomes: readonly (string | number)[], wanted: string | number) =>
  outcomes.filter((one) => one === wanted).length

const standing = async (uuid: string) =>
  (
    await world.house.pool.query<{
      status: string
      price_minor: number
      counter_minor: number | null
      answers: number
    }>(
      `select status, price_minor, counter_minor, (select count(*)::int from audit_entry
         where subject_uuid = r.uuid and action in ('reservation.accept', 'reservation.decline', 'reservation.counter',
           'reservation.withdraw')) as answers
       from reservation r where uuid = $1`,
      [uuid],
    )
  ).rows[0]

const sound = async () => {
  for (const result of await checkInvariants(world.ctx)) expect(result).toMatchObject({ breaches: [] })
}

it('the holder’s many words become one', async () => {
  for (let n = 0; n < rounds; n++) {
    const offer = await makeNegotiable(world, holder, n)
    const uuid = await wishIn(world)(lessee, offer, '0.3', 12)
    const outcomes = await Promise.all([
      ...['0.32', '0.33', '0.34'].map((price) => counter(holder, uuid, price)),
      act(holder, 'accept', uuid),
      act(holder, 'decline', uuid),
      act(lessee, 'withdraw', uuid),
    ])
    const codes = outcomes.map(outcomeOf)
    // A lessee may still withdraw what the holder has countered or accepted.
    expect([1, 2]).toContain(countAs(codes, 200))
    expect(countAs(codes, 200) + countAs(codes, '422 reservation_decided')).toBe(codes.length)
    const { status, answers } = (await standing(uuid)) ?? {}
    expect(answers).toBe(countAs(codes, 200))
    expect((await freeOf(world, offer)).length).toBe(status === 'declined' || status === 'expired' ? 1 : 0)
  }
  await sound()
})

it('a third price is accepted or declined, never both, and agreed to once', async () => {
  for (let n = 0; n < rounds; n++) {
    const offer = await makeNegotiable(world, holder, 100 + n)
    const uuid = await wishIn(world)(lessee, offer, '0.3', 12)
    await counter(holder, uuid, '0.35')
    const outcomes = await Promise.all([
      act(lessee, 'accept', uuid),
      act(lessee, 'accept', uuid),
      act(lessee, 'decline', uuid),
      act(holder, 'accept', uuid),
      counter(holder, uuid, '0.36'),
    ])
    expect(countAs(outcomes.map(outcomeOf), 200)).toBe(1)
    const { status, price_minor } = (await standing(uuid)) ?? {}
    expect([status, price_minor]).toEqual(status === 'accepted' ? ['accepted', 8_960] : ['declined', 7_680])
    expect((await freeOf(world, offer)).length).toBe(status === 'declined' ? 1 : 0)
  }
  await sound()
})
