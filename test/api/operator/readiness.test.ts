import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Office, onlyOperators, openOffice, outcomesFor } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

/** operatorReadiness. */

let world: World
let office: Office
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_DEMO: '0', SUBLET_SANDBOX: '0', SUBLET_AUTO_ACTIVATE: '1' } })
  office = await openOffice(world)
})
afterAll(() => world.close())

const readiness = (headers: Record<string, string> = office.operator) =>
  world.call('GET', '/portal/operator/readiness', { headers })

it('says of each step whether it can be done, and what it lacks', async () => {
  const { status, body } = await readiness()
  const names = body.data.map(({ name }: { name: string }) => name)
  expect([status, names]).toEqual([
    200,
    ['sign-up', 'mail', 'list', 'prove', 'check', 'sell', 'pay', 'letter', 'renew', 'pay out'],
  ])
  const [, mail, list, prove] = body.data
  expect(mail).toMatchObject({ ready: false, lacks: [{ missing: 'There is no mail server.' }, {}] })
  // There is an operator: it asks.
  expect(list).toEqual({ name: 'list', title: 'Holders list blocks', ready: true, lacks: [], remarks: [] })
  expect(prove.remarks).toEqual([expect.stringMatching(/^A block can be proven by /)])
})

it('is for operators alone', async () => {
  expect(await outcomesFor(office, readiness)).toEqual(onlyOperators)
})
