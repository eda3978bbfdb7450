import type { Endpoint } from '../kernel/endpoint.ts'
import { authorisationRoutes } from './authorisation.routes.ts'
import { blockRoutes } from './block.routes.ts'
import { listingRoutes } from './listing.routes.ts'
import { leaseRoutes } from './lease.routes.ts'
import { mapRoutes } from './map.routes.ts'
import { oneOfferRoutes } from './oneoffer.routes.ts'
import { proofRoutes } from './proof.routes.ts'
import { prospectRoutes } from './prospect.routes.ts'
import { reservationRoutes } from './reservation.routes.ts'
import { searchRoutes } from './search.routes.ts'
import { statisticsRoutes } from './statistics.routes.ts'
import { treeRoutes } from './tree.routes.ts'
import { visibilityRoutes } from './visibility.routes.ts'

/** The door of the market slice. */

export const marketRoutes: readonly Endpoint[] = [
  ...listingRoutes,
  ...prospectRoutes,
  ...oneOfferRoutes,
  ...proofRoutes,
  ...authorisationRoutes,
  ...visibilityRoutes,
  ...treeRoutes,
  ...reservationRoutes,
  ...leaseRoutes,
  ...searchRoutes,
  ...mapRoutes,
  ...blockRoutes,
  ...statisticsRoutes,
]

export { allocationStates } from './allocation.states.ts'
export { revokeAuthorisation, signAuthorisation } from './authorisation.actions.ts'
export { checkOffer, recheckOffer } from './check.actions.ts'
export { bringChecksForward, checkDueOffers, checkManyOffers, recheckAfterImport } from './check.jobs.ts'
export { completeCommitments, endingCommitments } from './commitment.jobs.ts'
export {
  claimLocked,
  claimReservations,
  dropClaims,
  keepHolds,
  lockReservationsToBuy,
  reservationsClaimedBy,
  reservationsToBuy,
  returnClaims,
  type Wanted,
} from './claim.actions.ts'
export { earlyExits } from './commitment.actions.ts'
export { commitmentStates } from './commitment.states.ts'
export { heldFrom, originsExpectedFor, type HeldBlock, type LetBlock, type Origins } from './expected.store.ts'
export { marketInvariants } from './invariants.store.ts'
export {
  endLease,
  leaseTerms,
  lockKept,
  lockOffersOf,
  renewLease,
  renewLeases,
  resumeLease,
  startLease,
  startLeases,
  suspendLease,
  type KeptBlock,
  type LeaseTerms,
  type Purchase,
} from './lease.actions.ts'
export { mayRunUntil } from './lease.rules.ts'
export { LeaseListQuery, readLeaseList } from './leasequery.wire.ts'
export { showLease, showLeases } from './leaseview.actions.ts'
export type { Leaving } from './leaseview.rules.ts'
export { LeaseAnswer, leaseAnswer, oneLeaseAnswer, oneLeaseFields, type LoaAnswer } from './lease.wire.ts'
export { leaseStates } from './lease.states.ts'
export { listBlocks, type WantedOffer } from './listing.actions.ts'
export { marketProblem } from './market.problems.ts'
export { offerNotices, tellHolders, tellLessees } from './notice.actions.ts'
export { offerStates } from './offer.states.ts'
export { cancelOffer } from './offercancel.actions.ts'
export type { OfferView } from './offerview.actions.ts'
export { noteUndelivered, verifyOwnership } from './proof.actions.ts'
export { ownMaintainers } from './proof.rules.ts'
export { failLapsedProofs, forgetMailedCodes, lapsingProofs } from './proof.jobs.ts'
export {
  acceptReservation,
  reserve,
  reserveAtListPrice,
  withdrawReservation,
  type Kept,
  type Reserved,
} from './reservation.actions.ts'
export { endingRests, endRests, lapsingHolds, releaseLapsedHolds } from './reservation.jobs.ts'
export type { Wish } from './reservation.rules.ts'
export { reservationStates } from './reservation.states.ts'
export { readWish, reservationAnswer, ReservationAnswer, ReserveBody } from './reservation.wire.ts'
export { negotiationEvents, tellNegotiators } from './reservationnotice.actions.ts'
export {
  firstLeasesIn,
  leaseOf,
  leasesInParts,
  placesOf,
  spaceAfter,
  spaceOf,
  type LeaseInside,
  type Part,
  type Placed,
  type Space,
  type SpaceLease,
  type SpacePage,
} from './space.store.ts'
export { toggleChildren } from './visibility.actions.ts'
