import type { Context } from '../../kernel/context.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { findOffer, type Offer } from './offer.store.ts'
import {
  commitmentsOfLeases,
  commitmentsOfReservations,
  liveLeases,
  liveReservations,
  type CommitmentOfOffer,
  type LeaseOfOffer,
  type ReservationOfOffer,
  type Stretch,
} from './include.store.ts'
import { viewOffer, type OfferView } from './view.actions.ts'

/** What an answer about an offer shows beside it, when it is asked to. */

export interface IncludeWish {
  readonly leasePrices: boolean
  readonly leaseCommitments: boolean
  readonly committedReservations: boolean
  readonly monthlyReservations: boolean
  /** From 1. */
  readonly page: number
}

export const nothing: IncludeWish = {
  leasePrices: false,
  leaseCommitments: false,
  committedReservations: false,
  monthlyReservations: false,
  page: 1,
}

type WithCommitment<Row> = Row & { readonly commitment: CommitmentOfOffer | null }

/** Null where it was not asked for. */
export interface Included {
  readonly wish: IncludeWish
  readonly leases: readonly WithCommitment<LeaseOfOffer>[] | null
  readonly committedReservations: readonly WithCommitment<ReservationOfOffer>[] | null
  readonly monthlyReservations: readonly ReservationOfOffer[] | null
}

export interface FullView extends OfferView {
  readonly included: Included
}

/** Enough for most offers at once; what is beyond it is on the next page. */
const mostIncluded = 1_000

export async function showOffer(ctx: Context, tenant: string, uuid: string, wish: IncludeWish): Promise<FullView> {
  const offer = await findOffer(ctx, tenant, uuid)
  if (!offer) throw kernelProblem('not_found')
  return fullView(ctx, offer, wish)
}

export async function fullView(ctx: Context, offer: Offer, wish: IncludeWish): Promise<FullView> {
  return { ...(await viewOffer(ctx, offer)), included: await include(ctx, offer, wish) }
}

async function include(ctx: Context, { uuid }: Offer, wish: IncludeWish): Promise<Included> {
  const stretch = { most: mostIncluded, offset: (wish.page - 1) * mostIncluded }
  const { leasePrices, leaseCommitments, committedReservations, monthlyReservations } = wish
  return {
    wish,
    leases: leasePrices || leaseCommitments ? await leasesOf(ctx, uuid, leaseCommitments, stretch) : null,
    committedReservations: committedReservations ? await committedOf(ctx, uuid, stretch) : null,
    monthlyReservations: monthlyReservations ? await liveReservations(ctx, uuid, false, stretch) : null,
  }
}

async function leasesOf(ctx: Context, offer: string, withCommitments: boolean, stretch: Stretch) {
  const leases = await liveLeases(ctx, offer, stretch)
  const uuids = leases.map(({ uuid }) => uuid)
  const commitments = withCommitments ? await commitmentsOfLeases(ctx, uuids) : new Map<string, CommitmentOfOffer>()
  return leases.map((lease) => ({ ...lease, commitment: commitments.get(lease.uuid) ?? null }))
}

async function committedOf(ctx: Context, offer: string, stretch: Stretch) {
  const reservations = await liveReservations(ctx, offer, true, stretch)
  const uuids = reservations.map(({ uuid }) => uuid)
  const commitments = await commitmentsOfReservations(ctx, uuids)
  return reservations.map((made) => ({ ...made, commitment: commitments.get(made.uuid) ?? null }))
}
