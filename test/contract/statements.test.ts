import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { methodOf } from '../../src/kernel/endpoint.ts'
import { formatPrefix, knownPrefix, nthChild } from '../../src/kernel/ip/index.ts'
import { foldMap } from '../../src/market/index.ts'
import { revokeLoaa } from '../support/market/authorisations.ts'
import { makeLease, makeOffer, makeReservation, type MadeOffer } from '../support/market/market.ts'
import { codeFor, know, letContactsRest, listed, recordOf, subnetOf } from '../support/market/offers.ts'
import { aPdf } from '../support/market/proofs.ts'
import { saved } from '../support/market/saved-searches.ts'
import { reserveBody } from '../support/market/reservations.ts'
import { pathFor } from '../support/sample.ts'
import { statementsOf, watched, watchedEndpoint } from '../support/statements.ts'
import { openWorld, type Answered, type World } from '../support/world.ts'

/**
 * How many statements each endpoint of the market sends. More than the table says is a loss that nobody decided on;
 * fewer is a gain to be written down. A list costs the same however long it is.
 */

type Client = Awaited<ReturnType<World['client']>>

/** Two companies of their own for each measurement. */
interface Scene {
  readonly world: World
  readonly holder: Client
  readonly lessee: Client
}

interface Sent {
  readonly by: Client
  readonly params?: Readonly<Record<string, string>>
  readonly query?: string
  readonly payload?: object
}

interface Cost {
  readonly statements: number
  /** Makes what is to be there, so many of it where that may differ, and says what to send. */
  readonly prepare: (scene: Scene, many: number) => Promise<Sent>
  /** Of what may be few or many: how many an answer is about. */
  readonly sizeOf?: (answer: Answered) => number
}

const costs: Readonly<Record<string, Cost>> = {
  // Offers on their way to the market
  // Each block listed is audited and told of by itself.
  listBlocks: { statements: 19, prepare: blocksToList },
  // The block, what the company has proven, and its name, which is compared with the sanctions list.
  lookBeforeListing: { statements: 3, prepare: blockToLookAt },
  listOffers: { statements: 3, prepare: offersToShow, sizeOf: ({ body }) => body.data.length },
  // Alone with the space, and nobody else waits for its proof.
  verifyOwnership: { statements: 15, prepare: codeToGive },
  resendVerification: { statements: 16, prepare: codeToMailAgain },
  // The offer, its proof, its documents.
  listWaysOfProof: { statements: 3, prepare: blockToProve },
  chooseWayOfProof: { statements: 11, prepare: wayToChoose },
  lookForProof: { statements: 3, prepare: proofToLookFor },
  sendProofDocument: { statements: 6, prepare: documentToSend },
  // An offer that leaves the market, or comes back, notes since when it was away.
  recheckOffer: { statements: 12, prepare: offerToCheck },
  // One offer, for its holder
  getOffer: { statements: 7, prepare: offerWithLeases, sizeOf: ({ body }) => body.services.length },
  updateOffer: { statements: 11, prepare: offerToChange },
  cancelOffer: { statements: 13, prepare: offerWithLeases, sizeOf: ({ body }) => body.ips.used / 256 },
  downloadAuthorisation: { statements: 2, prepare: offerToCheck },
  revokeAuthorisation: { statements: 13, prepare: offerToCheck },
  signAuthorisation: { statements: 12, prepare: authorisationToSign },
  toggleChildren: { statements: 13, prepare: childrenToToggle },
  getOfferTree: { statements: 3, prepare: offerToDraw, sizeOf: ({ body }) => body.data[0].ips.leased / 256 },
  getMarketStatistics: { statements: 3, prepare: offerToDraw, sizeOf: ({ body }) => body.data.now.leases },
  getToggleBatch: { statements: 2, prepare: toggled, sizeOf: ({ body }) => body.data.childs.length },
  // Search
  searchMarket: { statements: 1, prepare: blocksToFind, sizeOf: ({ body }) => body.data.length },
  getMarketBlock: { statements: 3, prepare: blockToShow },
  // Whether it has changed, and the map.
  mapMarket: { statements: 2, prepare: blocksToDraw, sizeOf: ({ body }) => body.meta.total },
  // Saved searches
  // The lock, the count, the name, the row, its log, and what fits now.
  saveSearch: { statements: 6, prepare: searchToSave },
  listSavedSearches: { statements: 2, prepare: searchesSaved, sizeOf: ({ body }) => body.data.length },
  getSavedSearch: { statements: 2, prepare: searchesSaved },
  changeSavedSearch: { statements: 8, prepare: searchToChange },
  deleteSavedSearch: { statements: 3, prepare: searchesSaved },
  listSavedSearchMatches: { statements: 3, prepare: searchesSaved },
  // Reservations
  // Letters in the cart are kept longer.
  reserveSubnet: { statements: 11, prepare: blockToReserve },
  listReservations: { statements: 2, prepare: reserved, sizeOf: ({ body }) => body.data.length },
  acceptReservation: { statements: 10, prepare: reservedOf('holder') },
  counterReservation: { statements: 11, prepare: offeredTo },
  declineReservation: { statements: 17, prepare: reservedOf('holder') },
  withdrawReservation: { statements: 14, prepare: reservedOf('lessee') },
  // Leases, for their lessee
  // The page, and its letters.
  listLeases: { statements: 2, prepare: leased, sizeOf: ({ body }) => body.data.length },
  exportLeases: { statements: 1, prepare: leased, sizeOf: ({ text }) => text.split('\r\n').length - 2 },
  getLease: { statements: 2, prepare: leased },
  getLeaseGeodata: { statements: 1, prepare: leased },
  // The page, how many there are, and whose lease it is.
  listLeasePeriods: { statements: 3, prepare: leased },
}

let offers = 0

interface Offered {
  readonly offer: MadeOffer
  readonly child: (n: number) => string
}

async function offered({ world, holder }: Scene): Promise<Offered> {
  const block = nthChild(knownPrefix('45.0.0.0/8'), 18, offers++)
  const pricings = [{ length: 24, priceMinor: 10_000, negotiable: true, periods: [12] }]
  const offer = await makeOffer(world, holder.tenant, { block: formatPrefix(block), pricings })
  return { offer, child: (n) => formatPrefix(nthChild(block, 24, n)) }
}

/** As many registry records, so that a code is mailed for each. */
async function blocksToList({ world, holder }: Scene, many: number): Promise<Sent> {
  const blocks = Array.from({ length: many }, () => formatPrefix(nthChild(knownPrefix('46.0.0.0/8'), 22, offers++)))
  await know(
    world,
    'registry',
    blocks.map((block) => recordOf(block)),
  )
  return {
    by: holder,
    payload: { subnets: blocks.map((block) => subnetOf(block)), tos_accepted: true, subnet_actions_accepted: true },
  }
}

async function offersToShow(scene: Scene, many: number): Promise<Sent> {
  for (let i = 0; i < many; i++) await offered(scene)
  return { by: scene.holder }
}

async function awaited(scene: Scene): Promise<Sent & { readonly block: string }> {
  const { by, payload } = await blocksToList(scene, 1)
  const url = `/billing/v1/${by.tenant}/market/services`
  const { body } = await scene.world.call('POST', url, { headers: by.bearer, payload: payload ?? {} })
  const [{ uuid, address, cidr }] = body.data
  return { by, params: { ipmarketServiceUUID: uuid }, block: `${address}/${cidr}` }
}

async function codeToGive(scene: Scene): Promise<Sent> {
  const { block, ...sent } = await awaited(scene)
  return { ...sent, payload: { code: await codeFor(scene.world, block) } }
}

async function codeToMailAgain(scene: Scene): Promise<Sent> {
  const { by, params } = await awaited(scene)
  await letContactsRest(scene.world)
  return { by, ...(params ? { params } : {}) }
}

async function blockToProve({ world, holder }: Scene): Promise<Sent> {
  const { uuid } = await listed(world, holder, '45.8.0.0/24')
  return { by: holder, params: { ipmarketServiceUUID: uuid } }
}

async function wayToChoose(scene: Scene): Promise<Sent> {
  return { ...(await blockToProve(scene)), payload: { way: 'dns' } }
}

/** One that was seen already: what is not is a stranger's to show. */
async function proofToLookFor(scene: Scene): Promise<Sent> {
  const sent = await blockToProve(scene)
  await scene.world.house.pool.query(
    `update ownership_proof set type = 'roa', status = 'passed', chosen_at = now() where offer_uuid = $1`,
    [sent.params?.['ipmarketServiceUUID']],
  )
  return sent
}

async function documentToSend(scene: Scene): Promise<Sent> {
  return { ...(await blockToProve(scene)), payload: { name: 'invoice.pdf', content: aPdf().toString('base64') } }
}

async function offerToCheck(scene: Scene): Promise<Sent> {
  const { offer } = await offered(scene)
  return { by: scene.holder, params: { ipmarketServiceUUID: offer.uuid } }
}

async function authorisationToSign(scene: Scene): Promise<Sent> {
  const { offer } = await offered(scene)
  await revokeLoaa(scene.world, scene.holder, offer.uuid)
  const params = { ipmarketServiceUUID: offer.uuid }
  return { by: scene.holder, params, payload: { subnet_actions_accepted: true } }
}

/** Committed to; the last one is in the path. */
async function leased(scene: Scene, many: number): Promise<Sent> {
  const { offer, child } = await offered(scene)
  let serviceUUID = ''
  for (let i = 0; i < many; i++) {
    const lease = await makeLease(scene.world, offer, scene.lessee.tenant, child(i), { commitmentMonths: 12 })
    serviceUUID = lease.uuid
  }
  return { by: scene.lessee, params: { serviceUUID, ipmarketServiceUUID: offer.uuid } }
}

const includes = [
  'billingServices.marketServicePricing',
  'billingServices.commitments',
  'commitmentReservations.commitment',
  'pendingServiceReservations.pricing',
]

async function offerWithLeases(scene: Scene, many: number): Promise<Sent> {
  return { ...(await leased(scene, many)), by: scene.holder, query: `include=${includes.join()}` }
}

async function offerToDraw(scene: Scene, many: number): Promise<Sent> {
  return { ...(await leased(scene, many)), by: scene.holder }
}

async function offerToChange(scene: Scene): Promise<Sent> {
  const { offer } = await offered(scene)
  const pricings = [
    { uuid: offer.pricingOf[24], cidr: 24, value: 120 },
    { cidr: 22, value: 400 },
  ]
  return { by: scene.holder, params: { ipmarketServiceUUID: offer.uuid }, payload: { pricings, minimum_split: 20 } }
}

async function childrenToToggle(scene: Scene, many: number): Promise<Sent> {
  const { offer, child } = await offered(scene)
  const childs = Array.from({ length: many }, (_, n) => ({ address: child(n).replace('/24', '') }))
  return { by: scene.holder, payload: { childs, market_service_uuid: offer.uuid, cidr: 24 } }
}

async function toggled(scene: Scene, many: number): Promise<Sent> {
  const { by, payload = {} } = await childrenToToggle(scene, many)
  const { world } = scene
  const url = `/billing/v1/${by.tenant}/market/ipv4/child/toggle`
  const { body } = await world.call('POST', url, { headers: by.bearer, payload })
  return { by, params: { batchId: body.batchId } }
}

/** Of one offer, in more free blocks than are shown. */
async function blocksToFind(scene: Scene, many: number): Promise<Sent> {
  const { offer, child } = await offered(scene)
  for (let i = 0; i < 60; i += 2) await makeReservation(scene.world, offer, scene.lessee.tenant, child(i))
  return { by: scene.lessee, query: `prefix_length=24&limit=${many}&sort=price&address=${offer.block}` }
}

/** Where many changes wait, whoever looks would have them folded. */
async function blocksToDraw(scene: Scene, many: number): Promise<Sent> {
  const { by } = await leased(scene, many)
  await foldMap.run(scene.world.ctx, {})
  return { by, query: 'mine=true' }
}

/** Taken, so that those near it are looked for, too. */
async function blockToLookAt({ holder: by }: Scene): Promise<Sent> {
  return { by, query: 'address=99.8.0.0&cidr=22' }
}

async function blockToShow(scene: Scene): Promise<Sent> {
  const { offer, child } = await offered(scene)
  await makeReservation(scene.world, offer, scene.lessee.tenant, child(0))
  return { by: scene.lessee, params: { address: child(0).replace('/24', ''), cidr: '24' } }
}

async function blockToReserve(scene: Scene): Promise<Sent> {
  const { offer, child } = await offered(scene)
  return { by: scene.lessee, payload: reserveBody(offer, child(0), { contract_length: 12 }) }
}

/** The last one is in the path. */
async function reserved(scene: Scene, many: number): Promise<Sent> {
  const { offer, child } = await offered(scene)
  let reservationUUID = ''
  for (let i = 0; i < many; i++) {
    const wish = { months: 12, negotiated: true } as const
    reservationUUID = (await makeReservation(scene.world, offer, scene.lessee.tenant, child(i), wish)).uuid
  }
  return { by: scene.lessee, params: { reservationUUID } }
}

async function searchToSave(scene: Scene): Promise<Sent> {
  await offered(scene)
  return { by: scene.lessee, payload: { name: 'Any /24', filters: { prefix_length: 24 } } }
}

async function searchesSaved({ world, lessee }: Scene, many: number): Promise<Sent> {
  let searchUUID = ''
  for (let i = 0; i < many; i++) searchUUID = await saved(world, lessee, `Search ${i}`)
  return { by: lessee, params: { searchUUID } }
}

/** Renamed and paused. */
async function searchToChange(scene: Scene): Promise<Sent> {
  return { ...(await searchesSaved(scene, 1)), payload: { name: 'Another name', paused: true } }
}

/** With a price between what is offered and what is asked. */
async function offeredTo(scene: Scene): Promise<Sent> {
  const { offer, child } = await offered(scene)
  const wish = { months: 12, negotiated: true, priceMinor: 5_000 } as const
  const { uuid: reservationUUID } = await makeReservation(scene.world, offer, scene.lessee.tenant, child(0), wish)
  return { by: scene.holder, params: { reservationUUID }, payload: { ip_price: '0.25' } }
}

function reservedOf(side: 'holder' | 'lessee'): Cost['prepare'] {
  return async (scene, many) => ({ ...(await reserved(scene, many)), by: scene[side] })
}

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const measurements = Object.entries(costs).flatMap(([id, cost]) =>
  (cost.sizeOf ? [3, 25] : [1]).map((many) => ({ id, many, cost })),
)

describe('statements', () => {
  it('are measured for every endpoint of the market', () => {
    expect(Object.keys(costs).toSorted()).toEqual(watched.map(({ id }) => id).toSorted())
  })

  it.each(measurements)('of $id, about $many', async ({ id, many, cost }) => {
    const endpoint = watchedEndpoint(id)
    const scene = { world, holder: await world.client(), lessee: await world.client() }
    const { by, params = {}, query = '', payload } = await cost.prepare(scene, many)
    const url = `${pathFor(endpoint, { tenantUUID: by.tenant, ...params })}?${query}`
    await world.hear()
    const answers: Answered[] = []
    const statements = await statementsOf(async () => {
      answers.push(await world.call(methodOf(endpoint), url, { headers: by.bearer, ...(payload ? { payload } : {}) }))
    })
    expect(answers.map(({ status, text }) => (status < 400 ? status : text))).toEqual([endpoint.status ?? 200])
    const { sizeOf = () => many } = cost
    expect(answers.map(sizeOf)).toEqual([many])
    const texts = statements.map(({ text }) => text)
    expect({ count: texts.length, texts }).toEqual({ count: cost.statements, texts })
  })
})
