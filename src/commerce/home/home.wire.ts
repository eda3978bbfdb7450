import { money, toNumber } from '../../kernel/money.ts'
import { Answer, named, Nullable, OneOf, Type, UnixTime, Uuid, type Static } from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import { offMarketWords, utilisationPercent } from '../../market/index.ts'
import { standings } from '../../prefixes/index.ts'
import { AttentionAnswer, attentionAnswer } from '../attention/attention.wire.ts'
import type { Home } from './home.actions.ts'
import { checklistSteps } from './home.rules.ts'

const Amount = Type.Number({ examples: [112.1] })
const Block = Type.String({ examples: ['185.203.64.0/24'] })

const LeasingAnswer = Answer({
  leases: Answer({ active: Type.Integer(), suspended: Type.Integer() }),
  per_month: Type.Number({ description: 'What the leases that run cost, before tax.' }),
  routing: Answer(
    { critical: Type.Integer(), warning: Type.Integer(), unknown: Type.Integer(), ok: Type.Integer() },
    'How the blocks of leases that run stood when they were last looked at.',
  ),
  renewals: Answer(
    {
      until: UnixTime,
      count: Type.Integer(),
      amount: Type.Number({ description: 'Before tax.' }),
      next: Type.Array(
        Answer({ service_uuid: Uuid, block: Block, at: UnixTime, amount: Amount, routing: OneOf(standings) }),
      ),
    },
    'What renews in the next 30 days, and the first five of it.',
  ),
  cart: Answer({
    blocks: Type.Integer(),
    letters: Type.Integer(),
    amount: Type.Number({ description: 'Before tax and discounts.' }),
    at: Nullable({ ...UnixTime, description: 'When the first of it lapses.' }),
  }),
  unpaid: Answer({ count: Type.Integer(), amount: Amount }),
})

const HoldingAnswer = Answer({
  offers: Type.Integer({ description: 'Proven blocks.' }),
  leases: Type.Integer(),
  ips: Answer({ listed: Type.Integer(), used: Type.Integer() }),
  utilisation_percent: Nullable(Type.Integer({ description: 'Rounded down; null when nothing is listed.' })),
  run_rate: Type.Number({ description: 'The monthly prices of live leases.' }),
  months: Type.Array(Answer({ month: Type.String({ examples: ['2026-11'] }), earnings: Amount }), {
    description: 'The oldest first, the one that runs last; without the marketplace’s share.',
  }),
  off_market: Answer({
    reasons: Type.Array(Answer({ reason: OneOf(offMarketWords), count: Type.Integer() })),
    blocks: Type.Array(
      Answer({
        uuid: Uuid,
        block: Block,
        reason: OneOf(offMarketWords),
        why: Type.Array(Type.String(), { description: 'What failed checks and proofs say.' }),
      }),
      { description: 'The first five.' },
    ),
  }),
})

export const HomeAnswer = named('CompanyHome', {
  currency: Type.String({ examples: ['USD'] }),
  sides: Type.Array(OneOf(['leasing', 'holding']), { description: 'What the company does, the larger part first.' }),
  attention: Type.Array(AttentionAnswer),
  routing: Answer(
    { critical: Type.Integer(), warning: Type.Integer() },
    'Prefixes, held and leased, whose routing is not as it should be; up to 1,000.',
  ),
  leasing: LeasingAnswer,
  holding: HoldingAnswer,
  checklist: Nullable(
    Answer(
      { hidden: Type.Boolean(), steps: Type.Array(Answer({ name: OneOf(checklistSteps), done: Type.Boolean() })) },
      'Null once every step is done; hidden where the caller does not want to see it.',
    ),
  ),
})

export function homeAnswer(home: Home, until: Date, currency: string): Static<typeof HomeAnswer> {
  const { sides, attention, trouble, leasing, holding, checklist } = home
  return {
    currency,
    sides: [...sides],
    attention: attention.map(attentionAnswer),
    routing: { ...trouble },
    leasing: leasingAnswer(leasing, until, currency),
    holding: holdingAnswer(holding, currency),
    checklist: checklist && { hidden: checklist.hidden, steps: [...checklist.steps] },
  }
}

const shownIn = (currency: string) => (minor: number) => toNumber(money(minor, currency))

function leasingAnswer({ figures, routing, renewals }: Home['leasing'], until: Date, currency: string) {
  const shown = shownIn(currency)
  const { active, suspended, blocks, letters, unpaid } = figures
  return {
    leases: { active, suspended },
    per_month: shown(figures.rate_minor),
    routing: { ...routing },
    renewals: {
      until: toUnix(until),
      count: renewals.count,
      amount: shown(renewals.minor),
      next: renewals.next.map(({ uuid, block, at, price_minor, standing }) => ({
        service_uuid: uuid,
        block,
        at: toUnix(at),
        amount: shown(price_minor),
        routing: standing,
      })),
    },
    cart: { blocks, letters, amount: shown(figures.cart_minor), at: toUnix(figures.cart_at) },
    unpaid: { count: unpaid, amount: shown(figures.unpaid_minor) },
  }
}

function holdingAnswer({ now, months, reasons, blocks }: Home['holding'], currency: string) {
  const shown = shownIn(currency)
  const { offers, leases, listed, used } = now
  return {
    offers,
    leases,
    ips: { listed, used },
    utilisation_percent: listed > 0 ? utilisationPercent(used, listed) : null,
    run_rate: shown(now.rate_minor),
    months: months.map(({ month, minor }) => ({ month, earnings: shown(minor) })),
    off_market: {
      reasons: reasons.map(({ reason, count }) => ({ reason, count })),
      blocks: blocks.map(({ uuid, block, reason, why }) => ({ uuid, block, reason, why: [...why] })),
    },
  }
}
