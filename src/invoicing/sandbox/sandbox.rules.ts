import type { ChargeRequest } from '../payment/provider.rules.ts'
import type { SandboxCharge } from './sandbox.store.ts'

/** The test cards, by their numbers: what each answers depends on nothing but the request. */

interface TestCard {
  readonly number: string
  readonly brand: string
  readonly says: string
  answer(
    request: Pick<ChargeRequest, 'offSession' | 'attempt' | 'capture'>,
  ): 'paid' | 'needs_action' | { failure: string }
}

const declined = { failure: 'card_declined' }

export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', says: 'succeeds', answer: () => 'paid' },
  { number: '5555555555554444', brand: 'mastercard', says: 'succeeds', answer: () => 'paid' },
  { number: '4000000000000002', brand: 'visa', says: 'declines', answer: () => declined },
  {
    number: '4000000000009995',
    brand: 'visa',
    says: 'declines for lack of funds',
    answer: () => ({ failure: 'insufficient_funds' }),
  },
  {
    number: '4000002500003155',
    brand: 'visa',
    says: 'needs a second step when you buy, none when a lease renews',
    answer: ({ offSession }) => (offSession ? 'paid' : 'needs_action'),
  },
  {
    number: '4000002760003184',
    brand: 'visa',
    says: 'always needs a second step, so that renewals decline',
    answer: ({ offSession }) => (offSession ? { failure: 'authentication_required' } : 'needs_action'),
  },
  {
    number: '4000000000000341',
    brand: 'visa',
    says: 'succeeds when you buy, declines when a lease renews',
    answer: ({ offSession }) => (offSession ? declined : 'paid'),
  },
  {
    number: '4000000000000259',
    brand: 'visa',
    says: 'succeeds when you buy; declines when a lease renews until the fifth try, which is in the grace period',
    answer: ({ offSession, attempt }) => (offSession && attempt < 4 ? declined : 'paid'),
  },
]

export function answerOf(request: ChargeRequest): Pick<SandboxCharge, 'outcome' | 'failure'> {
  const card = testCards.find(({ number }) => number === request.method)
  const said = card?.answer(request) ?? { failure: 'no_such_card' }
  if (said === 'paid') return { outcome: request.capture ? 'succeeded' : 'authorised', failure: null }
  if (said === 'needs_action') return { outcome: said, failure: null }
  return { outcome: 'declined', failure: said.failure }
}

/** What can follow what; several may have happened at the same time of a clock that stands still. */
const order: readonly SandboxCharge['operation'][] = ['authorise', 'charge', 'confirm', 'capture', 'cancel', 'refund']

/** The last word about a charge. */
export const latestOf = (charges: readonly SandboxCharge[]): SandboxCharge | undefined =>
  charges.toSorted((a, b) => order.indexOf(a.operation) - order.indexOf(b.operation)).at(-1)
