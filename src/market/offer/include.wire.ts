import type { Config } from '../../kernel/config.ts'
import { firstAddress, formatAddress, knownPrefix } from '../../kernel/ip/index.ts'
import { money, toNumber } from '../../kernel/money.ts'
import { Answer, Int, named, Nullable, OneOf, Type, UnixTime, Uuid, type Static } from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import { commitmentStates } from '../reservation/commitment.states.ts'
import { leaseStates } from '../lease/lease.states.ts'
import type { FullView, Included, IncludeWish } from './include.actions.ts'
import type { CommitmentOfOffer, LeaseOfOffer, ReservationOfOffer } from './include.store.ts'
import { PricingAnswer, pricingAnswer } from '../pricing/pricing.wire.ts'

/** What `include` adds to a market service (decisions 4, Include). */

const CommitmentAnswer = named('Commitment', {
  uuid: Uuid,
  pricing_uuid: Uuid,
  status: OneOf(commitmentStates.states),
  price: Type.Number(),
  period: Type.Integer({ description: 'Months.' }),
  start_date: Nullable(UnixTime),
  end_date: Nullable(UnixTime),
})

export const LeaseInOffer = named('MarketServiceLease', {
  uuid: Uuid,
  cidr: Type.Integer(),
  address: Type.String(),
  status: OneOf(leaseStates.states),
  pricing: Nullable(PricingAnswer),
  commitment: Nullable(CommitmentAnswer),
})

export const CommitmentReservation = named('CommitmentReservation', {
  uuid: Uuid,
  address: Type.String(),
  cidr: Type.Integer(),
  price: Type.Number(),
  commitment_period: Type.Integer({ description: 'Months.' }),
  created_at: UnixTime,
  tenant: Answer({ uuid: Uuid, title: Type.String() }),
  ipmarket_service: Answer({ uuid: Uuid, address: Type.String(), cidr: Type.Integer() }),
  commitment: Nullable(CommitmentAnswer),
})

export const PendingReservation = named('PendingReservation', {
  address: Type.String(),
  cidr: Type.Integer(),
  pricing: PricingAnswer,
})

const wishes = {
  'billingServices.marketServicePricing': 'leasePrices',
  'billingServices.commitments': 'leaseCommitments',
  'commitmentReservations.commitment': 'committedReservations',
  'pendingServiceReservations.pricing': 'monthlyReservations',
} as const satisfies Record<string, keyof IncludeWish>

type Includable = keyof typeof wishes

/** The update operation lists three of the four. */
export const includable = Object.keys(wishes) as Includable[]
export const includableInChange = includable.filter((name) => name !== 'pendingServiceReservations.pricing')

export const IncludeQuery = (values: readonly Includable[]) =>
  Type.Object({
    include: Type.Optional(
      Type.Array(OneOf(values), {
        maxItems: 16,
        description: 'One or several, separated by commas. What is not included is null.',
      }),
    ),
    include_page: Type.Optional(
      Int(1, 2_147_483_647, { default: 1, description: 'Each included list has 1,000 rows a page, in address order.' }),
    ),
  })

export function readInclude(query: { include?: readonly Includable[]; include_page?: number }): IncludeWish {
  const wanted = new Set<keyof IncludeWish>((query.include ?? []).map((name) => wishes[name]))
  return {
    leasePrices: wanted.has('leasePrices'),
    leaseCommitments: wanted.has('leaseCommitments'),
    committedReservations: wanted.has('committedReservations'),
    monthlyReservations: wanted.has('monthlyReservations'),
    page: query.include_page ?? 1,
  }
}

type Settings = Pick<Config, 'currency' | 'commission'>

export function includedAnswer({ offer, included }: FullView, config: Settings) {
  const { leases, committedReservations, monthlyReservations, wish } = included
  return {
    services: leases?.map((lease) => leaseAnswer(lease, wish, config)) ?? null,
    commitmentReservations:
      committedReservations?.map((made) => committedAnswer(made, { uuid: offer.uuid, ...addressOf(offer) }, config)) ??
      null,
    serviceReservations: monthlyReservations?.map((made) => monthlyAnswer(made, config)) ?? null,
  }
}

function addressOf(row: { readonly block: string }) {
  const block = knownPrefix(row.block)
  return { address: formatAddress(firstAddress(block)), cidr: block.length }
}

/** At the price it was made at, whatever has become of the offer's prices since. */
function leaseAnswer(
  lease: LeaseOfOffer & { readonly commitment: CommitmentOfOffer | null },
  { leasePrices }: IncludeWish,
  { currency }: Settings,
): Static<typeof LeaseInOffer> {
  const made = { ...lease, uuid: lease.pricing_uuid }
  return {
    uuid: lease.uuid,
    ...addressOf(lease),
    status: lease.status,
    pricing: leasePrices ? pricingAnswer(made, { currency, commission: lease.commission_bp }) : null,
    commitment: lease.commitment && commitmentAnswer(lease.commitment, currency),
  }
}

function committedAnswer(
  made: NonNullable<Included['committedReservations']>[number],
  ipmarket_service: { uuid: string; address: string; cidr: number },
  { currency }: Settings,
): Static<typeof CommitmentReservation> {
  return {
    uuid: made.uuid,
    ...addressOf(made),
    price: toNumber(money(made.price_minor, currency)),
    commitment_period: made.contract_months,
    created_at: toUnix(made.created_at),
    tenant: { uuid: made.tenant_uuid, title: made.tenant_title },
    ipmarket_service,
    commitment: made.commitment && commitmentAnswer(made.commitment, currency),
  }
}

/** The price is the one that was reserved at; the object has no other place for it. */
function monthlyAnswer(made: ReservationOfOffer, config: Settings): Static<typeof PendingReservation> {
  const place = addressOf(made)
  return { ...place, pricing: pricingAnswer({ ...made, uuid: made.pricing_uuid, length: place.cidr }, config) }
}

function commitmentAnswer(commitment: CommitmentOfOffer, currency: string): Static<typeof CommitmentAnswer> {
  return {
    uuid: commitment.uuid,
    pricing_uuid: commitment.pricing_uuid,
    status: commitment.status,
    price: toNumber(money(commitment.price_minor, currency)),
    period: commitment.months,
    start_date: toUnix(commitment.starts_at),
    end_date: toUnix(commitment.ends_at),
  }
}
