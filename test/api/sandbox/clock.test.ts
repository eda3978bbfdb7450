import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { advance } from '../../../src/app/due-work.ts'
import { query } from '../../../src/kernel/db/query.ts'
import type { DueQueue } from '../../../src/kernel/work/replay.ts'
import { parseDuration } from '../../../src/kernel/time.ts'
import { makeOffer, makeReservation } from '../../support/market/market.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
})
afterAll(() => world.close())

const show = () => world.call('GET', '/sandbox/clock')
const move = (payload: object) => world.call('POST', '/sandbox/clock', { payload })
const hoursAhead = async () => {
  const { now, real_now } = (await show()).body.data
  return (Date.parse(now) - Date.parse(real_now)) / 3_600_000
}

describe('GET /sandbox/clock', () => {
  it('shows business time and real time', async () => {
    const { status, body } = await show()
    expect(status).toBe(200)
    expect(Math.abs(Date.parse(body.data.real_now) - Date.now())).toBeLessThan(60_000)
    expect(body.data.now).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
    expect(body.data.moving).toBeNull()
  })

  it('shows on the way where it is moved to, and what was done so far', async () => {
    const seen: unknown[] = []
    const due = new Date(Date.parse((await show()).body.data.now) + 7_200_000)
    let runs = 0
    const twice: DueQueue = {
      name: 'things',
      nextDue: () => query<Date | null>`select ${runs < 2 ? due : null}::timestamptz`,
      run: async () => {
        // What the run before has done, with the clock where this one is done.
        seen.push((await show()).body.data.moving)
        return ++runs
      },
    }
    const { target } = await advance(world.house, parseDuration('1 day'), undefined, [twice])
    expect(seen).toEqual([null, { to: expect.stringMatching(target.toISOString().slice(0, 19)), done: { things: 1 } }])
    expect((await show()).body.data.moving).toBeNull()
  })

  it('does not exist outside a sandbox', async () => {
    const real = await openWorld({ beside: world, env: { SUBLET_SANDBOX: '0' } })
    for (const method of ['GET', 'POST']) {
      const payload = method === 'POST' ? { payload: { advance: '1 day' } } : {}
      const { status, body } = await real.call(method, '/sandbox/clock', payload)
      expect([status, body.code]).toEqual([404, 'not_found'])
    }
    await real.close()
  })
})

describe('POST /sandbox/clock', () => {
  it('moves the clock and does what falls due on the way', async () => {
    const offer = await makeOffer(world, await world.tenant('Holder', 'holder'), { block: '198.51.100.0/24' })
    const { allocation } = await makeReservation(world, offer, await world.tenant(), '198.51.100.0/24')
    const before = await hoursAhead()
    const { status, body } = await move({ advance: '3 days' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ done: { holds: 1, payouts: 0 } })
    expect((await hoursAhead()) - before).toBeCloseTo(72, 1)
    const { rows } = await world.house.pool.query('select status from allocation where uuid = $1', [allocation])
    expect(rows).toEqual([{ status: 'released' }])
  })

  it.each(['36h', 'P1D', '1 day 2 hours', '1 month'])('takes %s', async (duration) => {
    expect((await move({ advance: duration })).status).toBe(200)
  })

  it.each([
    [{ advance: '0 days' }, 'clock_not_ahead'],
    [{ advance: 'PT0S' }, 'clock_not_ahead'],
    [{ advance: '101 years' }, 'clock_too_far'],
    [{ advance: '1201 months' }, 'clock_too_far'],
    [{ advance: '9007199254740991 days' }, 'clock_too_far'],
    [{ advance: '-3 months' }, 'invalid_fields'],
    [{ advance: 'a while' }, 'invalid_fields'],
    [{ advance: '3' }, 'invalid_fields'],
    [{ advance: '' }, 'invalid_fields'],
    [{ advance: 3 }, 'invalid_fields'],
    [{ advance: 'x'.repeat(101) }, 'invalid_fields'],
    [{}, 'invalid_fields'],
  ])('refuses %j as %s and stays where it is', async (body, code) => {
    const before = await hoursAhead()
    const answer = await move(body)
    expect([answer.status, answer.body.code]).toEqual([422, code])
    expect(Object.keys(answer.body.errors ?? {})).toEqual(code === 'invalid_fields' ? ['advance'] : [])
    expect(await hoursAhead()).toBeCloseTo(before, 2)
  })

  it('is refused while somebody else moves it', async () => {
    let met: unknown
    const queue = {
      name: 'meeting',
      nextDue: () => query<Date | null>`select null::timestamptz`,
      run: async () => {
        const { status, body } = await move({ advance: '1 day' })
        met = [status, body.code]
        return 0
      },
    }
    await advance(world.house, parseDuration('1 hour'), undefined, [queue])
    expect(met).toEqual([409, 'clock_moving'])
  })
})
