import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { named, Type } from '../../kernel/http/schema.ts'
import { invoicingProblem } from '../invoicing.problems.ts'
import { hearStripe } from './webhook.actions.ts'

export const stripeRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'stripeWebhook',
    route: 'POST /payments/stripe/webhook',
    tag: 'Payments',
    summary: 'Hear from Stripe how a payment stands',
    description:
      'For Stripe alone, which signs what it says with the secret of SUBLET_STRIPE_WEBHOOK_SECRET. What it says only makes ' +
      'us ask it; repeated and unknown events change nothing.',
    access: { by: 'anyone' },
    rate: 'fileRateLimit',
    bytes: true,
    answer: named('StripeReceipt', { received: Type.Literal(true) }),
    refuses: [
      ...invoicingProblem.rows('signature_invalid', 'event_malformed', 'event_ahead'),
      ...kernelProblem.rows('not_found'),
    ],
    handle: async (ctx, { bytes, request: { headers } }) => {
      await hearStripe(ctx, bytes, headers['stripe-signature'] ?? '')
      return { received: true as const }
    },
  }),
]
