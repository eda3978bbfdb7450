import { addressCount, firstAddress, formatAddress, knownPrefix } from '../../kernel/ip/index.ts'
import { money, toNumber } from '../../kernel/money.ts'
import { Answer, Int, named, OneOf, Type, Uuid, type Static } from '../../kernel/http/schema.ts'
import { utilisationPercent } from '../offer/offer.rules.ts'
import { offerStates } from '../offer/offer.states.ts'
import type { Statistics } from './statistics.actions.ts'
import type { TopOffer } from './statistics.store.ts'

export const usualMonths = 12

export const StatisticsQuery = Type.Object({
  months: Type.Optional(Int(1, 36, { default: usualMonths, description: 'How many, the one that runs among them.' })),
})

/** What there is at one moment. */
const state = {
  run_rate: Type.Number({ description: 'The monthly prices of live leases.' }),
  ips: named('AddressCount', { listed: Type.Integer(), used: Type.Integer({ description: 'Under live leases.' }) }),
  utilisation_percent: Type.Integer({ description: 'Rounded down; 0 when nothing is listed.' }),
}

export const StatisticsAnswer = named('MarketStatistics', {
  currency: Type.String(),
  now: Answer({ ...state, offers: Type.Integer(), leases: Type.Integer() }),
  months: Type.Array(
    Answer({
      month: Type.String({ examples: ['2026-11'] }),
      ...state,
      leases_started: Type.Integer(),
      leases_ended: Type.Integer(),
      earnings: Type.Number({ description: 'Without the marketplace’s share, as payouts count it.' }),
    }),
    { description: 'The oldest first: what there was at the end of each, and what happened in it.' },
  ),
  top_offers: Type.Array(
    Answer({
      uuid: Uuid,
      address: Type.String(),
      cidr: Type.Integer(),
      status: OneOf(offerStates.states),
      ...state,
      leases: Type.Integer(),
    }),
    { description: 'The ten with the highest run rate.' },
  ),
})

function stateAnswer(rateMinor: number, listed: number, used: number, currency: string) {
  return {
    run_rate: toNumber(money(rateMinor, currency)),
    ips: { listed, used },
    utilisation_percent: listed > 0 ? utilisationPercent(used, listed) : 0,
  }
}

export function statisticsAnswer({ months, now }: Statistics, currency: string): Static<typeof StatisticsAnswer> {
  return {
    currency,
    now: {
      ...stateAnswer(now.rate_minor, now.listed, now.used, currency),
      offers: now.offers,
      leases: now.leases,
    },
    months: months.map(({ month, rateMinor, listed, used, started, ended, earnedMinor }) => ({
      month,
      ...stateAnswer(rateMinor, listed, used, currency),
      leases_started: started,
      leases_ended: ended,
      earnings: toNumber(money(earnedMinor, currency)),
    })),
    top_offers: now.top.map((offer) => topOfferAnswer(offer, currency)),
  }
}

function topOfferAnswer(offer: TopOffer, currency: string) {
  const block = knownPrefix(offer.block)
  return {
    uuid: offer.uuid,
    address: formatAddress(firstAddress(block)),
    cidr: block.length,
    status: offer.status,
    ...stateAnswer(offer.run_rate_minor, addressCount(block), offer.used_addresses, currency),
    leases: offer.live_leases,
  }
}
