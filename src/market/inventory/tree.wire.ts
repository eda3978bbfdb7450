import type { Config } from '../../kernel/config.ts'
import { firstAddress, formatAddress, type Prefix } from '../../kernel/ip/index.ts'
import { money, toNumber } from '../../kernel/money.ts'
import {
  Answer,
  Int,
  named,
  Nullable,
  OneOf,
  Text,
  Type,
  UnixTime,
  Uuid,
  type Static,
} from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import { leaseStates } from '../lease/lease.states.ts'
import { hasEnded } from '../offer/offer.states.ts'
import { reservationStates } from '../reservation/reservation.states.ts'
import type { OfferTree } from './tree.actions.ts'
import { tileKinds, type TreeNode } from './tree.rules.ts'
import { readArea } from '../search/whereabouts.rules.ts'

const deepest = 8
const usualDepth = 4

export const TreeQuery = Type.Object({
  inside: Type.Optional(
    Text(18, { description: 'Only this part of the block; all of it unless said.', examples: ['45.8.4.0/22'] }),
  ),
  depth: Type.Optional(Int(0, deepest, { default: usualDepth, description: 'How many times it is halved.' })),
})

export const readTreeWish = ({ inside, depth = usualDepth }: Static<typeof TreeQuery>) => ({
  inside: inside === undefined ? null : readArea(inside, 'inside'),
  depth,
})

const Count = (description: string) => Type.Integer({ description })

const NodeAnswer = named('SplitNode', {
  address: Type.String(),
  cidr: Type.Integer(),
  state: OneOf([...tileKinds, 'mixed'], 'Held is also what an order has claimed and what rests after a lease.'),
  ips: Answer({
    free: Count('Free and shown.'),
    hidden: Count('Free and hidden.'),
    held: Count('Held, claimed or resting.'),
    leased: Count('Leased.'),
  }),
  pricing: Nullable(
    Answer({ uuid: Uuid, price: Type.Number({ description: 'For the whole block for one month.' }) }, 'Of its size.'),
  ),
  claim: Nullable(
    Answer(
      {
        address: Type.String(),
        cidr: Type.Integer(),
        lessee: Type.String({ description: 'The company’s title.' }),
        lease: Nullable(Answer({ uuid: Uuid, status: OneOf(leaseStates.states) })),
        reservation: Nullable(Answer({ uuid: Uuid, status: OneOf(reservationStates.states) })),
        until: Nullable(UnixTime),
      },
      'The one lease or hold that it is, or is part of; without a lease and a reservation it rests after a lease.',
    ),
  ),
  toggle: Nullable(
    OneOf(['hide', 'show'], 'What toggling it as a child would do; null when it can no longer be toggled.'),
  ),
  splits: Type.Boolean({ description: 'Whether it has parts: in this answer, or to be looked at by `inside`.' }),
})

export const TreeAnswer = named('MarketServiceTree', {
  data: Type.Array(NodeAnswer, { description: 'Each block before its parts, in address order.' }),
  meta: Answer({
    smallest: Type.Integer({ description: 'The smallest length in this answer.' }),
    maximum_split: Type.Integer(),
    currency: Type.String(),
    commission_percent: Type.Number({ description: "The marketplace's share of each price." }),
  }),
})

export function treeAnswer(
  tree: OfferTree,
  { currency, commission }: Pick<Config, 'currency' | 'commission'>,
): Static<typeof TreeAnswer> {
  const { nodes, smallest, offer } = tree
  return {
    data: nodes.map((node) => nodeAnswer(node, tree, currency)),
    meta: { smallest, maximum_split: offer.maximum_split, currency, commission_percent: commission / 100 },
  }
}

const addressOf = (block: Prefix) => ({ address: formatAddress(firstAddress(block)), cidr: block.length })

function nodeAnswer(node: TreeNode, { offer, pricings }: OfferTree, currency: string): Static<typeof NodeAnswer> {
  const { block, state, counts, claim, isHidden } = node
  const pricing = pricings.get(block.length)
  return {
    ...addressOf(block),
    state,
    ips: counts,
    pricing: pricing ? { uuid: pricing.uuid, price: toNumber(money(pricing.price_minor, currency)) } : null,
    claim: claim && {
      ...addressOf(claim.block),
      lessee: claim.lessee,
      lease: claim.lease,
      reservation: claim.reservation,
      until: toUnix(claim.until === null ? null : new Date(claim.until)),
    },
    toggle: hasEnded(offer.status) ? null : isHidden ? 'show' : 'hide',
    splits: claim === null && block.length < offer.maximum_split,
  }
}
