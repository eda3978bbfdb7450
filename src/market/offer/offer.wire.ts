import type { Config } from '../../kernel/config.ts'
import { addressCount, firstAddress, formatAddress, knownPrefix } from '../../kernel/ip/index.ts'
import { money, toNumber } from '../../kernel/money.ts'
import { pageMeta, PageOf } from '../../kernel/db/paging.ts'
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
import { registries, utilisationPercent } from './offer.rules.ts'
import { offerStates } from './offer.states.ts'
import { CommitmentReservation, LeaseInOffer, PendingReservation } from './include.wire.ts'
import type { OfferView } from './view.actions.ts'
import { DiscountAnswer, discountsAnswer } from '../pricing/discount.wire.ts'
import { PricingAnswer, pricingAnswer } from '../pricing/pricing.wire.ts'

/** The market service of the specification. */

/** What a holder says beside the terms: who maintains the block at its registry and who announces it. Never shown. */
export const holderFields = {
  own_asns: Type.Optional(
    Type.Array(Int(1, 4_294_967_294), {
      maxItems: 100,
      description: 'AS numbers under which you announce the block yourself.',
    }),
  ),
  maintainer_id: Type.Optional(Nullable(Text(80, { description: 'Registry maintainer (APNIC).' }))),
  maintainer_password: Type.Optional(
    Nullable(Text(255, { description: 'Its password: taken, and not kept. Nothing needs it.' })),
  ),
}

const CheckAnswer = named('Check', {
  status: OneOf(['pending', 'passed', 'warning', 'failed', 'skipped']),
  description: Type.String({ description: 'One sentence that names the data used and its date.' }),
})

export const OfferAnswer = named('MarketService', {
  uuid: Uuid,
  address: Type.String(),
  cidr: Type.Integer(),
  start: Type.String({ description: "The block's first address." }),
  abuse_email: Nullable(Type.String({ description: 'From the registry record.' })),
  registry: OneOf(registries),
  status: OneOf(offerStates.states),
  auth: Answer({
    type: OneOf(['email', 'mnt_by', 'roa', 'reallocation', 'remark', 'dns', 'operator']),
    status: OneOf(['pending', 'passed', 'failed']),
    description: Type.String(),
  }),
  whois: CheckAnswer,
  bgp: CheckAnswer,
  dns: CheckAnswer,
  iprep: CheckAnswer,
  loaa: CheckAnswer,
  roa: CheckAnswer,
  hidden: Type.Boolean({ description: 'Out of search; leases are untouched.' }),
  reservation_id: Type.String({ description: 'The token with which a search also shows what is held privately.' }),
  minimum_split: Type.Integer({ description: 'Prefix length of the largest block on offer.' }),
  maximum_split: Type.Integer({ description: 'Prefix length of the smallest block on offer.' }),
  'loa-a': Answer({
    email: Nullable(Type.String({ description: 'Who signed.' })),
    status: OneOf(['pending', 'signed', 'revoked']),
    created_at: Nullable(UnixTime),
  }),
  ips: Answer({
    run_rate: Type.Number({ description: 'Sum of the monthly prices of live leases.' }),
    run_rate_ip: Type.Number({ description: 'The same for each address in use.' }),
    total: Type.Integer(),
    used: Type.Integer(),
    free: Type.Integer(),
    utilisation_percent: Type.Integer(),
  }),
  pricings: PageOf(PricingAnswer),
  commitment_discounts: Type.Array(DiscountAnswer, { description: 'For all sizes; the shortest commitment first.' }),
  terminated: Nullable(UnixTime),
  expires_at: Nullable(UnixTime),
  has_commitments: Type.Boolean({ description: 'A commitment is running.' }),
  can_initiate_expiration: Type.Boolean({ description: 'No commitment outlasts the notice period.' }),
  services: Nullable(Type.Array(LeaseInOffer)),
  commitmentReservations: Nullable(Type.Array(CommitmentReservation)),
  serviceReservations: Nullable(Type.Array(PendingReservation)),
})

type Settings = Pick<Config, 'currency' | 'commission'>

export function offerAnswer(view: OfferView, config: Settings): Static<typeof OfferAnswer> {
  const { offer } = view
  const block = knownPrefix(offer.block)
  const address = formatAddress(firstAddress(block))
  return {
    uuid: offer.uuid,
    address,
    cidr: block.length,
    start: address,
    abuse_email: offer.abuse_email,
    registry: offer.registry,
    status: offer.status,
    auth: view.proof,
    ...checksAnswer(view),
    hidden: offer.hidden,
    reservation_id: offer.reservation_token,
    minimum_split: offer.minimum_split,
    maximum_split: offer.maximum_split,
    'loa-a': { email: offer.authorised_by, status: offer.authorisation, created_at: toUnix(offer.authorised_at) },
    ips: usageAnswer(view, addressCount(block), config),
    pricings: pricingsAnswer(view, config),
    commitment_discounts: discountsAnswer(offer.commitment_discounts),
    terminated: toUnix(offer.terminated_at),
    expires_at: toUnix(offer.expires_at),
    has_commitments: view.hasCommitments,
    can_initiate_expiration: view.canInitiateExpiration,
    services: null,
    commitmentReservations: null,
    serviceReservations: null,
  }
}

const notYet = { status: 'pending', description: 'Not checked yet: ownership is to be proven first.' } as const

function checksAnswer({ checks }: OfferView) {
  const of = (wanted: OfferView['checks'][number]['kind']): Static<typeof CheckAnswer> => {
    const check = checks.find(({ kind }) => kind === wanted)
    return check ? { status: check.status, description: check.description } : notYet
  }
  return {
    whois: of('whois'),
    bgp: of('bgp'),
    dns: of('dns'),
    iprep: of('iprep'),
    loaa: of('loaa'),
    roa: of('roa'),
  }
}

function usageAnswer({ offer }: OfferView, total: number, { currency }: Settings) {
  const used = offer.used_addresses
  const runRate = toNumber(money(offer.run_rate_minor, currency))
  return {
    run_rate: runRate,
    run_rate_ip: used === 0 ? 0 : Number((runRate / used).toFixed(6)),
    total,
    used,
    free: total - used,
    utilisation_percent: utilisationPercent(used, total),
  }
}

/** All prices of an offer are one page: there are at most as many as sizes. */
function pricingsAnswer({ pricings }: OfferView, config: Settings) {
  const onePage = { page: 1, perPage: 25, offset: 0 }
  return {
    data: pricings.map((pricing) => pricingAnswer(pricing, config)),
    meta: pageMeta(onePage, pricings.length, pricings.length),
  }
}
