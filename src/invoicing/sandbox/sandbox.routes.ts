import type { Context } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { money, toAmountString } from '../../kernel/money.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { Body, DataOf, named, OneOf, Type, Uuid, type Static } from '../../kernel/http/schema.ts'
import { invoicingProblem } from '../invoicing.problems.ts'
import { requireSandbox, showSandboxPayment, takeSecondStep, type SandboxPayment } from './sandbox.actions.ts'
import { testCards } from './sandbox.rules.ts'

/** The bank of a sandbox: its cards, and the page on which a customer takes the second step. */

const PaymentPath = Type.Object({ payment: Uuid })

const SandboxPaymentAnswer = named('SandboxPayment', {
  payment: Uuid,
  status: OneOf(['succeeded', 'authorised', 'declined', 'needs_action', 'cancelled']),
  amount: Type.String(),
  currency: Type.String(),
})

function answerOf(
  ctx: Context,
  { uuid, status, amount }: SandboxPayment,
): { data: Static<typeof SandboxPaymentAnswer> } {
  const { currency } = ctx.house.config
  return { data: { payment: uuid, status, amount: toAmountString(money(amount, currency)), currency } }
}

export const sandboxRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'listTestCards',
    route: 'GET /sandbox/cards',
    tag: 'Sandbox',
    summary: 'List the test cards',
    description: 'Only in a sandbox. What each card answers depends on nothing else.',
    access: { by: 'anyone' },
    tagged: true,
    answer: DataOf(
      Type.Array(named('TestCard', { number: Type.String(), brand: Type.String(), behaviour: Type.String() })),
    ),
    refuses: kernelProblem.rows('not_found'),
    handle: (ctx) => {
      requireSandbox(ctx)
      return { data: testCards.map(({ number, brand, says }) => ({ number, brand, behaviour: says })) }
    },
  }),
  endpoint({
    id: 'showSandboxPayment',
    route: 'GET /sandbox/payments/:payment',
    tag: 'Sandbox',
    summary: 'See how a test payment stands',
    description: 'The action_url of a payment that needs a second step leads here. Only in a sandbox.',
    access: { by: 'anyone' },
    params: PaymentPath,
    answer: DataOf(SandboxPaymentAnswer),
    handle: async (ctx, { params }) => answerOf(ctx, await showSandboxPayment(ctx, params.payment)),
  }),
  endpoint({
    id: 'takeSecondStep',
    route: 'POST /sandbox/payments/:payment',
    tag: 'Sandbox',
    summary: 'Take the second step of a test payment',
    description: "Plays the customer at the bank's page. Only in a sandbox.",
    access: { by: 'anyone' },
    params: PaymentPath,
    body: Body('SecondStep', { outcome: OneOf(['succeed', 'fail']) }),
    answer: DataOf(SandboxPaymentAnswer),
    examples: { body: { outcome: 'succeed' } },
    refuses: invoicingProblem.rows('step_not_open'),
    handle: async (ctx, { params, body }) => answerOf(ctx, await takeSecondStep(ctx, params.payment, body.outcome)),
  }),
]
