import type { Config } from '../../kernel/config.ts'
import { column, type Columns } from '../../kernel/csv.ts'
import { firstAddress, formatAddress, knownPrefix } from '../../kernel/ip/index.ts'
import { money, toNumber } from '../../kernel/money.ts'
import { Answer, named, Nullable, OneOf, Type, UnixTime, Uuid, type Static } from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import type { Location } from '../../network/index.ts'
import { leaseStates } from './lease.states.ts'
import type { Leaving } from './view.rules.ts'
import type { LeaseLine, LeaseView } from './view.store.ts'
import { registries } from '../offer/offer.rules.ts'
import { PricingAnswer, pricingAnswer } from '../pricing/pricing.wire.ts'

/** The tenant IPv4 service of the specification. */

/** A letter, by the slice that has it. */
export const LoaAnswer = named('LeaseLetter', {
  data: Answer({
    uuid: Uuid,
    asn: Type.Integer(),
    as_name: Nullable(Type.String()),
    company_name: Type.String(),
    max_length: Type.Integer(),
    status: Type.String(),
    created_at: UnixTime,
    revoked_at: Nullable(UnixTime),
  }),
})

export type LoaAnswer = Static<typeof LoaAnswer>

/** What is open about it, its order and its termination, is told by the slice that knows. */
export const leaseFields = {
  billing_service: named('LeasedBlock', {
    address: Type.String(),
    cidr: Type.Integer(),
    next_due_date: Nullable(UnixTime),
    recurring_amount: Type.Number({ description: 'For one month.' }),
    status: OneOf(leaseStates.states),
    pricing: PricingAnswer,
    uuid: Uuid,
    ecommerce_subscription_uuid: Nullable(Uuid),
  }),
  loa: Type.Array(LoaAnswer, {
    description: 'Its letters of authorisation: live ones first, then those that ended last; fifty at most.',
  }),
  market_service: named('LeaseOffer', {
    expires_at: Nullable(UnixTime),
    registry: OneOf(registries),
    uuid: Uuid,
  }),
  ecommerce_subscription_uuid: Nullable(Uuid),
}

const Lease = Answer(leaseFields)

export const oneLeaseFields = {
  ...leaseFields,
  earliest_termination_at: Nullable(UnixTime),
  commitment_end: Nullable(UnixTime),
  early_exit_amount: Type.Number({ description: 'What ending before commitment_end would cost now; 0 without one.' }),
}

const OneLease = Answer(oneLeaseFields)

export const LocationAnswer = named('Geodata', {
  provider: Type.String(),
  country_code: Type.String(),
  country_name: Type.String(),
  city_name: Nullable(Type.String()),
  state: Nullable(Type.String()),
  date: Type.String({ description: 'The day on which the provider said so.', examples: ['2026-11-15'] }),
})

type Settings = Pick<Config, 'currency'>

export function leaseAnswer(lease: LeaseView, loa: readonly LoaAnswer[], { currency }: Settings): Static<typeof Lease> {
  const block = knownPrefix(lease.block)
  return {
    billing_service: {
      address: formatAddress(firstAddress(block)),
      cidr: block.length,
      next_due_date: toUnix(lease.next_due_at),
      recurring_amount: toNumber(money(lease.price_minor, currency)),
      status: lease.status,
      pricing: pricingAnswer(
        { ...lease, uuid: lease.pricing_uuid, length: block.length },
        { currency, commission: lease.commission_bp },
      ),
      uuid: lease.uuid,
      ecommerce_subscription_uuid: lease.subscription_uuid,
    },
    loa: [...loa],
    market_service: {
      expires_at: toUnix(lease.offer_expires_at),
      registry: lease.registry,
      uuid: lease.offer_uuid,
    },
    ecommerce_subscription_uuid: lease.subscription_uuid,
  }
}

export const oneLeaseAnswer = (
  lease: LeaseView,
  loa: readonly LoaAnswer[],
  leaving: Leaving,
  settings: Settings,
): Static<typeof OneLease> => ({
  ...leaseAnswer(lease, loa, settings),
  earliest_termination_at: toUnix(leaving.earliestAt),
  commitment_end: toUnix(leaving.commitmentEnd),
  early_exit_amount: toNumber(leaving.earlyExit),
})

export const locationAnswer = (place: Location): Static<typeof LocationAnswer> => ({
  provider: place.provider,
  country_code: place.countryCode,
  country_name: place.countryName,
  city_name: place.cityName,
  state: place.state,
  date: place.date,
})

/** As a line of an export; times as programs of this API read them everywhere. */
export const leaseCsv: Columns<LeaseLine> = {
  uuid: column.text(({ uuid }) => uuid),
  address: column.text(({ block }) => formatAddress(firstAddress(knownPrefix(block)))),
  cidr: column.whole(({ block }) => knownPrefix(block).length),
  registry: column.text(({ registry }) => registry),
  status: column.text(({ status }) => status),
  next_due_date: column.whole(({ next_due_at }) => toUnix(next_due_at)),
  recurring_amount: column.amount(({ price_minor }) => price_minor),
  currency: column.currency,
  asn: column.text(({ asns }) => asns.join(' ')),
  market_service_uuid: column.text(({ offer_uuid }) => offer_uuid),
  expires_at: column.whole(({ offer_expires_at }) => toUnix(offer_expires_at)),
  ecommerce_subscription_uuid: column.text(({ subscription_uuid }) => subscription_uuid),
}
