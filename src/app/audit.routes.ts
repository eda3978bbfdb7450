import { endpoint, type Endpoint } from '../kernel/endpoint.ts'
import { Answer, DataOf, Nullable, Type } from '../kernel/schema.ts'
import { checkInvariants } from './invariants.ts'

const PromiseAnswer = Answer({
  name: Type.String({ description: 'The promise as a sentence.' }),
  ok: Type.Boolean(),
  checked: Type.Integer({ description: 'How many things were looked at.' }),
  breaches: Type.Array(Type.String(), { description: 'A sentence for each, up to a hundred.' }),
  note: Nullable(Type.String({ description: 'What to write down, to compare with later.' })),
  milliseconds: Type.Integer({ description: 'How long the check took.' }),
})

export const auditRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'portalAudit',
    route: 'GET /portal/audit',
    tag: 'Operator',
    summary: 'Check every promise the data makes',
    description: 'Derives each promise from the data itself, as "npx sublet audit" does.',
    access: { by: 'operator' },
    answer: DataOf(Answer({ ok: Type.Boolean(), promises: Type.Array(PromiseAnswer) })),
    handle: async (ctx) => {
      const results = await checkInvariants(ctx)
      const promises = results.map(({ name, ok, checked, breaches, note, milliseconds }) => ({
        name,
        ok,
        checked,
        breaches: [...breaches],
        note: note ?? null,
        milliseconds,
      }))
      return { data: { ok: promises.every(({ ok }) => ok), promises } }
    },
  }),
]
