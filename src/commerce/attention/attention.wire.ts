import { named, Nullable, OneOf, Type, UnixTime } from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import { attentionKinds, operatorAttentionKinds, type OperatorWaiting, type Waiting } from './attention.rules.ts'

export const AttentionAnswer = named('Attention', {
  kind: OneOf(attentionKinds, 'What waits; data sources that have grown too old only operators are told of.'),
  count: Type.Integer(),
  at: Nullable({ ...UnixTime, description: 'When the first of them lapses, is due or takes effect.' }),
})

export const OperatorAttentionAnswer = named('OperatorAttention', {
  kind: OneOf(operatorAttentionKinds, 'What waits. Letters only once they wait longer than a week.'),
  count: Type.Integer(),
  since: Nullable({ ...UnixTime, description: 'Since when the first of them waits.' }),
})

export const attentionAnswer = ({ kind, count, at }: Waiting) => ({ kind, count, at: toUnix(at) })

export const operatorAttentionAnswer = ({ kind, count, since }: OperatorWaiting) => ({
  kind,
  count,
  since: toUnix(since),
})
