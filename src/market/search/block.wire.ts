import {
  addressCount,
  firstAddress,
  formatAddress,
  parseAddress,
  prefixFrom,
  type Prefix,
} from '../../kernel/ip/index.ts'
import { money, pricePerAddress, toNumber } from '../../kernel/money.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import {
  Answer,
  named,
  nounOf,
  Nullable,
  OneOf,
  Text,
  Type,
  UnixTime,
  Uuid,
  type Static,
  type TSchema,
} from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import { priceFor } from '../pricing/discount.rules.ts'
import type { BlockView, Shown } from './block.actions.ts'
import { sentenceFor } from './block.rules.ts'
import { reservationStates } from '../reservation/reservation.states.ts'
import { FoundBlockAnswer, foundBlockAnswer } from './search.wire.ts'

/** One block as its lessee-to-be sees it: a row of a search, and everything else there is to know. */

export const BlockPath = Type.Object({
  address: Text(15, { description: 'Its first address.', examples: ['45.8.4.0'] }),
  cidr: Type.String({ pattern: '^([89]|1[0-9]|2[0-4])$', description: 'Its prefix length.', examples: ['24'] }),
})

/** What is no block is as unknown as one that nobody offers. */
export function readBlockPath({ address, cidr }: Static<typeof BlockPath>): Prefix {
  const first = parseAddress(address)
  const block = first.ok && first.value.family === 4 ? prefixFrom(first.value, Number(cidr)) : undefined
  if (!block?.ok) throw kernelProblem('not_found')
  return block.value
}

const place = { address: Type.String(), cidr: Type.Integer() }

const addressOf = (block: Prefix) => ({ address: formatAddress(firstAddress(block)), cidr: block.length })

const FactsOf = <T extends TSchema>(item: T, description: string) =>
  Nullable(
    named(
      `${nounOf(item)}Facts`,
      {
        source: Type.String({ description: 'Where the data is from.' }),
        taken_at: UnixTime,
        stale: Type.Boolean({ description: 'Too old to be relied on.' }),
        total: Type.Integer(),
        items: Type.Array(item, { description: 'The first hundred.' }),
      },
      `${description} Null: there is no such data here.`,
    ),
  )

const RouteAnswer = named('BlockRoute', {
  ...place,
  asn: Type.Integer({ description: '0 when the origin is a set.' }),
  as_name: Nullable(Type.String()),
  as_set: Nullable(Type.String()),
  peers: Nullable(Type.Integer({ description: 'Peers of the collectors that have it.' })),
  visibility_percent: Nullable(Type.Integer({ description: 'Of those with a full table.' })),
})

const VrpAnswer = named('BlockVrp', {
  ...place,
  asn: Type.Integer(),
  max_length: Type.Integer(),
  trust_anchor: Type.String(),
  expires_at: Nullable(UnixTime),
})

const RouteObjectAnswer = named('BlockRouteObject', { ...place, asn: Type.Integer(), irr: Type.String() })

const ListingAnswer = named('BlocklistEntry', { ...place, list: Type.String(), reason: Type.String() })

export const BlockAnswer = named('MarketBlock', {
  ...FoundBlockAnswer.properties,
  is_free: Type.Boolean({ description: 'Whether it can be reserved now.' }),
  is_own: Type.Boolean({ description: 'It is your own company’s, which does not lease from itself.' }),
  nearest: Type.Array(Answer(place), { description: 'Where it is not free: the nearest free blocks of its size.' }),
  reservation: Nullable(
    Answer(
      { uuid: Uuid, status: OneOf(reservationStates.states), expires_at: UnixTime },
      'By which your company holds it.',
    ),
  ),
  prices: Type.Array(
    Answer({
      contract_length: Type.Integer({ description: 'Months committed to; 1 for none.' }),
      price: Type.Number({ description: 'For the whole block for one month.' }),
      price_per_ip: Type.String({ description: 'The same for one address, with six decimals.' }),
      total: Type.Number({ description: 'For all of these months.' }),
      discount_percent: Type.Number({ description: 'What is off for the commitment; it is applied to the prices.' }),
      saved: Type.Number({ description: 'In all of these months, compared with the price by the month.' }),
    }),
    { description: 'One for each contract_length it can be reserved for.' },
  ),
  announcements: FactsOf(RouteAnswer, 'Routes of it, of its parts and of what it is part of.'),
  vrps: FactsOf(VrpAnswer, 'ROA payloads that cover it.'),
  route_objects: FactsOf(RouteObjectAnswer, 'Route objects of it and of its parts.'),
  blocklists: FactsOf(ListingAnswer, 'Where any of it is listed; the source names the lists looked at.'),
  checks: Type.Array(
    Answer({
      kind: Type.String(),
      status: OneOf(['pending', 'passed', 'warning', 'failed', 'skipped']),
      description: Type.String(),
      checked_at: Nullable(UnixTime),
    }),
    { description: 'Of the whole offer it is part of.' },
  ),
})

export function blockAnswer(view: BlockView, currency: string): Static<typeof BlockAnswer> {
  const { reservation } = view
  return {
    ...foundBlockAnswer(view, currency),
    is_free: view.isFree,
    is_own: view.isOwn,
    nearest: view.nearest.map(addressOf),
    reservation: reservation && {
      uuid: reservation.uuid,
      status: reservation.status,
      expires_at: toUnix(new Date(reservation.until)),
    },
    prices: [1, ...view.periods].map((months) => priceAnswer(view, months, currency)),
    ...factsAnswer(view),
    checks: view.checks.map(({ kind, status, checked_at }) => ({
      kind,
      status,
      description: sentenceFor(kind, status),
      checked_at: toUnix(checked_at === null ? null : new Date(checked_at)),
    })),
  }
}

function priceAnswer({ child, priceMinor, discounts }: BlockView, months: number, currency: string) {
  const { minor, discount } = priceFor(priceMinor, months, discounts, currency)
  return {
    contract_length: months,
    price: toNumber(money(minor, currency)),
    price_per_ip: pricePerAddress(money(minor, currency), addressCount(child)),
    total: toNumber(money(minor * months, currency)),
    discount_percent: discount?.percent ?? 0,
    saved: toNumber(money((priceMinor - minor) * months, currency)),
  }
}

function factsAnswer({ announcements, vrps, routeObjects, blocklists }: BlockView) {
  return {
    announcements: shown(announcements, ({ prefix, asn, asName, asSet, peers, visibility }) => ({
      ...addressOf(prefix),
      asn,
      as_name: asName,
      as_set: asSet,
      peers,
      visibility_percent: visibility,
    })),
    vrps: shown(vrps, ({ prefix, asn, maxLength, ta, expires }) => ({
      ...addressOf(prefix),
      asn,
      max_length: maxLength,
      trust_anchor: ta,
      expires_at: expires,
    })),
    route_objects: shown(routeObjects, ({ prefix, origin, source }) => ({
      ...addressOf(prefix),
      asn: origin,
      irr: source,
    })),
    blocklists: shown(blocklists, ({ prefix, list, reason }) => ({ ...addressOf(prefix), list, reason })),
  }
}

const shown = <F, A>(facts: Shown<F> | null, item: (fact: F) => A) =>
  facts && {
    source: facts.source,
    taken_at: toUnix(facts.takenAt),
    stale: facts.stale,
    total: facts.total,
    items: facts.items.map(item),
  }
