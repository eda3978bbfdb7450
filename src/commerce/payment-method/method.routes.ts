import { tenantOf } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { Type, Uuid } from '../../kernel/http/schema.ts'
import { invoicingProblem } from '../../invoicing/index.ts'
import { removePaymentMethod } from './method.actions.ts'

export const methodRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'removePaymentMethod',
    route: 'DELETE /ecommerce/public/:user_id/payment-methods/:paymentMethod_uuid',
    tag: 'Payments',
    summary: 'Remove a payment method',
    description:
      'Not the last one. After the default one has gone, the newest of the others is the default; what was to be paid by ' +
      'the removed one is paid by the default.',
    access: { by: 'token', scope: 'ecommerce' },
    status: 204,
    params: Type.Object({ paymentMethod_uuid: Uuid }),
    refuses: invoicingProblem.rows('last_payment_method'),
    handle: (ctx, { params }) => removePaymentMethod(ctx, tenantOf(ctx), params.paymentMethod_uuid),
  }),
]
