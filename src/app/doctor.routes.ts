import { endpoint, type Endpoint } from '../kernel/endpoint.ts'
import { Answer, DataOf, named, OneOf, Type } from '../kernel/http/schema.ts'
import { examine, stepNames } from './doctor.actions.ts'

const ReadinessAnswer = named('ReadinessStep', {
  name: OneOf(stepNames),
  title: Type.String(),
  ready: Type.Boolean(),
  lacks: Type.Array(
    Answer({
      missing: Type.String({ description: 'What is not there.' }),
      why: Type.String({ description: 'What cannot be done without it.' }),
      next: Type.String({ description: 'What to do.' }),
    }),
  ),
  remarks: Type.Array(Type.String(), { description: 'What is good to know beside it.' }),
})

export const doctorRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'operatorReadiness',
    route: 'GET /portal/operator/readiness',
    tag: 'Operator',
    summary: 'Whether this installation can do what it is for, and what it lacks',
    description: 'Each step once, from a sign-up to a payout, as "npx sublet doctor" says it.',
    access: { by: 'operator' },
    answer: DataOf(Type.Array(ReadinessAnswer)),
    handle: async (ctx) => ({
      data: (await examine(ctx)).map(({ name, title, lacks, remarks }) => ({
        name,
        title,
        ready: lacks.length === 0,
        lacks: [...lacks],
        remarks: [...remarks],
      })),
    }),
  }),
]
