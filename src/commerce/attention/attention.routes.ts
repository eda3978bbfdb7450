import { tenantOf } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { DataOf, Type } from '../../kernel/http/schema.ts'
import { attentionOf, operatorAttention } from './attention.actions.ts'
import { AttentionAnswer, attentionAnswer, OperatorAttentionAnswer, operatorAttentionAnswer } from './attention.wire.ts'

export const attentionRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'portalAttention',
    route: 'GET /portal/companies/:tenantUUID/attention',
    tag: 'Portal',
    summary: 'What waits for a company',
    description: 'Each kind once, most pressing first, also where there is nothing of it.',
    access: { by: 'member', role: 'viewer' },
    answer: DataOf(Type.Array(AttentionAnswer)),
    handle: async (ctx, { caller }) => {
      const waiting = await attentionOf(ctx, tenantOf(ctx), caller.session?.operator ?? false)
      return { data: waiting.map(attentionAnswer) }
    },
  }),
  endpoint({
    id: 'operatorAttention',
    route: 'GET /portal/operator/attention',
    tag: 'Operator',
    summary: 'What waits for operators',
    description: 'Each kind once, also where there is nothing of it.',
    access: { by: 'operator' },
    answer: DataOf(Type.Array(OperatorAttentionAnswer)),
    handle: async (ctx) => ({ data: (await operatorAttention(ctx)).map(operatorAttentionAnswer) }),
  }),
]
