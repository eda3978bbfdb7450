import { addressCount, knownPrefix } from '../../kernel/ip/index.ts'
import { pageQuery } from '../../kernel/db/paging.ts'
import {
  Body,
  Int,
  IsoTime,
  ListOf,
  MoneyAnswer,
  named,
  Nullable,
  OneOf,
  Text,
  Type,
  Uuid,
  type Static,
} from '../../kernel/http/schema.ts'
import { toIsoOffset } from '../../kernel/time.ts'
import { moneyAnswer } from '../money.wire.ts'
import { isInGrace } from '../renewal/renewal.rules.ts'
import { subscriptionStates } from './subscription.states.ts'
import type { SubscriptionView } from './view.actions.ts'

/** Subscriptions, by the names of decisions 8, Commerce. */

export const subscriptionSorts = ['started_at', 'name', 'current_period_end'] as const

const status = Type.Optional(ListOf(OneOf(subscriptionStates.states), subscriptionStates.states.length))
const name = Type.Optional(Text(64, { description: 'A part of the name.' }))

export const SubscriptionQuery = pageQuery({ perPage: 10, sortable: subscriptionSorts, filters: { status, name } })

const { page, per_page } = SubscriptionQuery.properties

export const SubscriptionSearch = Body('SubscriptionSearch', {
  filter: Type.Optional(
    Type.Object(
      {
        status: Type.Optional(
          Type.Union([OneOf(subscriptionStates.states), ListOf(OneOf(subscriptionStates.states), 3)]),
        ),
        name,
        uuids: Type.Optional(ListOf(Uuid, 1_000)),
      },
      { additionalProperties: false },
    ),
  ),
  page,
  per_page,
  sort: Type.Optional(
    Text(128, {
      description: `Fields separated by commas, a leading "-" for descending: ${subscriptionSorts.join(', ')}.`,
      examples: ['-started_at'],
    }),
  ),
})

export const searchedStatuses = (given: string | readonly string[] | undefined) =>
  (given === undefined
    ? []
    : typeof given === 'string'
      ? [given]
      : given) as (typeof subscriptionStates.states)[number][]

export const SubscriptionPath = Type.Object({ subscription_uuid: Uuid })

export const SubscriptionAnswer = named('Subscription', {
  uuid: Uuid,
  name: Type.String({ description: 'The block.', examples: ['192.0.2.0/24'] }),
  short_description: Type.String(),
  status: OneOf(subscriptionStates.states),
  product_type: OneOf(['ipv4']),
  current_period_start: IsoTime,
  current_period_end: IsoTime,
  started_at: IsoTime,
  terminated_at: Nullable(IsoTime),
  billing_anchor_day: Int(1, 31, { description: '31 means the last day of shorter months.' }),
  total: MoneyAnswer,
  sub_total: MoneyAnswer,
  has_immediate_termination: Type.Boolean({ description: 'Its end at once has been asked for.' }),
  is_in_grace_period: Type.Boolean(),
  expires_at: Nullable(IsoTime),
  service_uuid: Type.Unsafe<string>({ ...Uuid, description: 'The lease, as the billing API names it.' }),
})

export function subscriptionAnswer(
  { subscription, total, leavesAtOnce }: SubscriptionView,
  { currency }: { readonly currency: string },
): Static<typeof SubscriptionAnswer> {
  const inMoney = moneyAnswer(currency)
  const block = knownPrefix(subscription.name)
  return {
    uuid: subscription.uuid,
    name: subscription.name,
    short_description: `IPv4 /${block.length}, ${addressCount(block)} addresses`,
    status: subscription.status,
    product_type: 'ipv4',
    current_period_start: toIsoOffset(subscription.period_start),
    current_period_end: toIsoOffset(subscription.period_end),
    started_at: toIsoOffset(subscription.started_at),
    terminated_at: toIsoOffset(subscription.terminated_at),
    billing_anchor_day: subscription.anchor_day,
    total: inMoney(total),
    sub_total: inMoney(subscription.price_minor),
    has_immediate_termination: leavesAtOnce,
    is_in_grace_period: isInGrace(subscription),
    expires_at: toIsoOffset(subscription.expires_at),
    service_uuid: subscription.lease_uuid,
  }
}
