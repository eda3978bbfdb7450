import { describe, expect, it } from 'vitest'
import { leftOpen, movedOn, outcomeOfFault, outcomeOfIntent } from './stripe.rules.ts'

type Intent = Parameters<typeof outcomeOfIntent>[0]
const intent = (status: string, more: object = {}): Intent => ({
  id: 'pi_1',
  status,
  next_action: null,
  last_payment_error: null,
  ...more,
})

describe('an intent', () => {
  it.each([
    ['succeeded', 'succeeded'],
    ['requires_capture', 'authorised'],
    ['canceled', 'cancelled'],
    ['requires_action', 'needs_action'],
    ['processing', 'needs_action'],
    ['requires_payment_method', 'declined'],
    ['requires_confirmation', 'declined'],
  ])('that is %s is %s', (status, outcome) => {
    expect(outcomeOfIntent(intent(status))).toMatchObject({ status: outcome, reference: 'pi_1' })
  })

  it('says where the second step is taken', () => {
    const next_action = { type: 'redirect_to_url', redirect_to_url: { url: 'https://bank.example' } }
    expect(outcomeOfIntent(intent('requires_action', { next_action }))).toMatchObject({
      actionUrl: 'https://bank.example',
    })
  })

  it('says why it was declined, as exactly as Stripe does', () => {
    const why = (error: object | null) =>
      outcomeOfIntent(intent('requires_payment_method', { last_payment_error: error }))
    expect(why({ code: 'card_declined', decline_code: 'lost_card' })).toMatchObject({ failure: 'lost_card' })
    expect(why({ code: 'expired_card' })).toMatchObject({ failure: 'expired_card' })
    expect(why(null)).toMatchObject({ failure: 'requires_payment_method' })
  })
})

describe('a fault', () => {
  it('is an answer when it is a decline or an invalid request', () => {
    expect(
      outcomeOfFault({
        type: 'StripeCardError',
        code: 'card_declined',
        decline_code: '',
        payment_intent: { id: 'pi_1' },
      }),
    ).toEqual({ status: 'declined', reference: 'pi_1', failure: 'card_declined' })
    expect(outcomeOfFault({ type: 'StripeInvalidRequestError' })).toMatchObject({
      failure: 'declined',
      reference: null,
    })
  })

  it.each([
    'StripeConnectionError',
    'StripeAPIError',
    'StripeRateLimitError',
    'StripeAuthenticationError',
    'StripePermissionError',
    'StripeIdempotencyError',
    undefined,
  ])('is silence when it is a %s', (type) => {
    expect(outcomeOfFault(type === undefined ? {} : { type, code: 'card_declined' })).toBeNull()
  })

  it('leaves open what was done under a key, or says that it moved on', () => {
    expect(['StripeIdempotencyError', 'StripeAPIError', 'StripeCardError'].map((type) => leftOpen({ type }))).toEqual([
      true,
      true,
      false,
    ])
    expect([movedOn({ code: 'payment_intent_unexpected_state' }), movedOn({})]).toEqual([true, false])
  })
})
