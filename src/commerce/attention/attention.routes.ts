import { tenantOf } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { DataOf, named, Nullable, OneOf, Type, UnixTime } from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import { attentionOf, operatorAttention } from './attention.actions.ts'
import { attentionKinds, operatorAttentionKinds } from './attention.rules.ts'

const AttentionAnswer = named('Attention', {
  kind: OneOf(attentionKinds, 'What waits; data sources that have grown too old only operators are told of.'),
  count: Type.Integer(),
  at: Nullable({ ...UnixTime, description: 'When the first of them lapses, is due or takes effect.' }),
})

const OperatorAttentionAnswer = named('OperatorAttention', {
  kind: OneOf(operatorAttentionKinds, 'What waits. Letters only once they wait longer than a week.'),
  count: Type.Integer(),
  since: Nullable({ ...UnixTime, description: 'Since when the first of them waits.' }),
})

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
      return { data: waiting.map(({ kind, count, at }) => ({ kind, count, at: toUnix(at) })) }
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
    handle: async (ctx) => {
      const waiting = await operatorAttention(ctx)
      return { data: waiting.map(({ kind, count, since }) => ({ kind, count, since: toUnix(since) })) }
    },
  }),
]
