import type { Endpoint } from '../kernel/endpoint.ts'
import type { Invariant } from '../kernel/invariants.ts'
import { authorisationRoutes } from './proof/authorisation.routes.ts'
import { blockRoutes } from './search/block.routes.ts'
import { listingRoutes } from './offer/listing.routes.ts'
import { leaseRoutes } from './lease/lease.routes.ts'
import { promisesAcrossRows } from './invariants.store.ts'
import { mapRoutes } from './map/map.routes.ts'
import { oneOfferRoutes } from './offer/offer.routes.ts'
import { placesKept, pricesKept } from './place/promise.actions.ts'
import { proofRoutes } from './proof/proof.routes.ts'
import { prospectRoutes } from './offer/prospect.routes.ts'
import { reviewRoutes } from './proof/review.routes.ts'
import { wayRoutes } from './proof/way.routes.ts'
import { reservationRoutes } from './reservation/reservation.routes.ts'
import { savedSearchRoutes } from './saved-search/saved-search.routes.ts'
import { searchRoutes } from './search/search.routes.ts'
import { statisticsRoutes } from './statistics/statistics.routes.ts'
import { treeRoutes } from './inventory/tree.routes.ts'
import { visibilityRoutes } from './inventory/visibility.routes.ts'

/** The door of the market slice. */

/** What the market promises: across its rows, and of what it keeps of the network's data. */
export const marketInvariants: readonly Invariant[] = [...promisesAcrossRows, placesKept, pricesKept]

export const marketRoutes: readonly Endpoint[] = [
  ...listingRoutes,
  ...prospectRoutes,
  ...oneOfferRoutes,
  ...proofRoutes,
  ...wayRoutes,
  ...reviewRoutes,
  ...authorisationRoutes,
  ...visibilityRoutes,
  ...treeRoutes,
  ...reservationRoutes,
  ...leaseRoutes,
  ...searchRoutes,
  ...savedSearchRoutes,
  ...mapRoutes,
  ...blockRoutes,
  ...statisticsRoutes,
]

export { allocationStates } from './inventory/allocation.states.ts'
export { checkOffer, recheckOffer } from './check/check.actions.ts'
export { bringChecksForward, checkDueOffers, checkManyOffers, recheckAfterImport } from './check/check.jobs.ts'
export { completeCommitments, endingCommitments } from './reservation/commitment.jobs.ts'
export {
  claimLocked,
  dropClaims,
  keepHolds,
  lockReservationsToBuy,
  reservationsToBuy,
  returnClaims,
  type Wanted,
} from './inventory/claim.actions.ts'
export { earlyExits } from './reservation/commitment.actions.ts'
export { commitmentStates } from './reservation/commitment.states.ts'
export {
  heldFrom,
  hiddenAround,
  originsExpectedFor,
  type HeldBlock,
  type LetBlock,
  type Origins,
} from './inventory/expected.store.ts'
export { foldMap } from './map/map.actions.ts'
export { placeFreeBlocks, placeMarket } from './place/keep.actions.ts'
export { placeAfterImport } from './place/place.jobs.ts'
export {
  endLease,
  leaseTerms,
  lockKept,
  lockOffersOf,
  renewLeases,
  resumeLease,
  startLeases,
  suspendLease,
  type KeptBlock,
  type LeaseTerms,
} from './lease/lease.actions.ts'
export { mayRunUntil } from './lease/lease.rules.ts'
export { LeaseListQuery, readLeaseList } from './lease/query.wire.ts'
export { showLease, showLeases } from './lease/view.actions.ts'
export type { Leaving } from './lease/view.rules.ts'
export { leaseAnswer, leaseFields, oneLeaseAnswer, oneLeaseFields, type LoaAnswer } from './lease/lease.wire.ts'
export { marketNow, holderNow } from './statistics/statistics.store.ts'
export { offMarketReasons as offMarketWords } from './statistics/off-market.rules.ts'
export { offMarketBlocks, offMarketReasons } from './statistics/off-market.store.ts'
export { leaseStates } from './lease/lease.states.ts'
export { listBlocks, type WantedOffer } from './offer/listing.actions.ts'
export { marketEvents } from './market.events.ts'
export { marketProblem } from './market.problems.ts'
export { lesseesToTell, offerWords } from './notice.actions.ts'
export { utilisationPercent } from './offer/offer.rules.ts'
export { offerStates } from './offer/offer.states.ts'
export { cancelOffer } from './offer/cancel.actions.ts'
export type { OfferView } from './offer/view.actions.ts'
export { noteUndelivered, verifyOwnership } from './proof/proof.actions.ts'
export { ownMaintainers } from './proof/proof.rules.ts'
export { failLapsedProofs, forgetMailedCodes, lapsingProofs, lookAtProofs } from './proof/proof.jobs.ts'
export { acceptReservation } from './reservation/answer.actions.ts'
export {
  reserve,
  reserveAtListPrice,
  withdrawReservation,
  type Kept,
  type Reserved,
} from './reservation/reservation.actions.ts'
export { endingRests, endRests, lapsingHolds, releaseLapsedHolds } from './reservation/reservation.jobs.ts'
export type { Wish } from './reservation/reservation.rules.ts'
export { reservationStates } from './reservation/reservation.states.ts'
export { readWish, reservationAnswer, ReservationAnswer, ReserveBody } from './reservation/reservation.wire.ts'
export { saveSearch } from './saved-search/saved-search.actions.ts'
export { lookForSearchers } from './saved-search/saved-search.jobs.ts'
export { searchWords } from './saved-search/notice.actions.ts'
export { tellNegotiators } from './reservation/notice.actions.ts'
export {
  firstLeasesIn,
  leaseOf,
  leasesInParts,
  spacesAround,
  everywhere,
  spaceAfter,
  spaceOf,
  type Part,
  type Space,
  type SpaceLease,
} from './inventory/space.store.ts'
export { toggleChildren } from './inventory/visibility.actions.ts'
export { marketSettings } from './market.settings.ts'
export { marketChecks, marketRemarks, type MarketFacts } from './readiness.rules.ts'
