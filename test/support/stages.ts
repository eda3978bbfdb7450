import { afterAll } from 'vitest'
import { dearLessee, openLetters } from './market/letters.ts'
import { openOffice } from './portal.ts'
import { openWorld } from './world.ts'

/** What the tests of a file share, by the family they are of; set up at the top of the file and closed after its tests. */

type Given = Parameters<typeof openWorld>[0]

export async function stageWorld(given?: Given) {
  const world = await openWorld(given)
  afterAll(() => world.close())
  return world
}

/** Everybody whom an endpoint of the portal must tell apart. */
export async function stageOffice(given?: Given) {
  const world = await stageWorld(given)
  return { world, office: await openOffice(world) }
}

/** Who lets and who leases, each with a program. */
export async function stageSides(given?: Given, scopes?: readonly string[]) {
  const world = await stageWorld(given)
  return { world, holder: await world.client(scopes), lessee: await world.client(scopes) }
}

/** Letters that cost nothing, and beside them a world where one costs 7.00. */
export async function stageLetters() {
  const world = await stageWorld({ env: { SUBLET_SANDBOX: '1' } })
  const office = await openLetters(world)
  // After the office, so that it knows the facts from its start and need not hear of them.
  const dear = await stageWorld({ beside: world, env: { SUBLET_SANDBOX: '1', SUBLET_LETTER_PRICE: '7' } })
  return { world, office, dear, payer: () => dearLessee(office, dear) }
}
