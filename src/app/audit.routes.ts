import type { Context } from '../kernel/context.ts'
import { endpoint, type Endpoint } from '../kernel/endpoint.ts'
import { DataOf, named, Nullable, Type, UnixTime } from '../kernel/http/schema.ts'
import { toUnix } from '../kernel/time.ts'
import { check, checkAndKeep, showLast } from './audit.actions.ts'
import { areaOf } from './invariants.ts'

const PromiseAnswer = named('AuditedPromise', {
  name: Type.String({ description: 'The promise as a sentence.' }),
  area: Type.String({ description: 'What it is about, to group by.', examples: ['Invoices and ledger'] }),
  ok: Type.Boolean(),
  checked: Type.Integer({ description: 'How many things were looked at.' }),
  breaches: Type.Array(Type.String(), { description: 'A sentence for each, up to a hundred.' }),
  found: Type.Integer({ description: 'How many breaches there are in all.' }),
  note: Nullable(Type.String({ description: 'What to write down, to compare with later.' })),
  milliseconds: Type.Integer({ description: 'How long the check took.' }),
})

const checked = { ok: Type.Boolean(), promises: Type.Array(PromiseAnswer) }

const KeptAnswer = named('KeptAudit', {
  ...checked,
  checked_at: UnixTime,
  checked_by: Nullable(Type.String({ description: 'The name of the operator.' })),
})

const promiseAnswers = (promises: Awaited<ReturnType<typeof check>>['promises']) =>
  promises.map((promise) => ({
    ...promise,
    area: areaOf(promise.name),
    found: promise.found ?? promise.breaches.length,
  }))

async function keptAnswer(ctx: Context) {
  const kept = await showLast(ctx)
  if (!kept) return null
  const { ok, promises } = kept.data
  return {
    ok,
    promises: promiseAnswers(promises),
    checked_at: toUnix(kept.happened_at) ?? 0,
    checked_by: kept.actor_name,
  }
}

export const auditRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'portalAudit',
    route: 'GET /portal/audit',
    tag: 'Operator',
    summary: 'Check every promise the data makes',
    description: 'Derives each promise from the data itself, as "npx sublet audit" does.',
    access: { by: 'operator' },
    answer: DataOf(named('Audit', checked)),
    handle: async (ctx) => {
      const { ok, promises } = await check(ctx)
      return { data: { ok, promises: promiseAnswers(promises) } }
    },
  }),
  endpoint({
    id: 'operatorCheckPromises',
    route: 'POST /portal/operator/audit',
    tag: 'Operator',
    summary: 'Check every promise the data makes, and keep the result',
    description: 'The audit log has who checked, when, and what came out.',
    access: { by: 'operator' },
    answer: DataOf(Nullable(KeptAnswer)),
    // Reads through everything: nobody waits for it within a transaction.
    ownTransactions: true,
    handle: async (ctx) => {
      await checkAndKeep(ctx)
      return { data: await keptAnswer(ctx) }
    },
  }),
  endpoint({
    id: 'operatorLastAudit',
    route: 'GET /portal/operator/audit',
    tag: 'Operator',
    summary: 'The last result that was kept of checking every promise',
    description: 'Null where nobody has checked yet.',
    access: { by: 'operator' },
    answer: DataOf(Nullable(KeptAnswer)),
    handle: async (ctx) => ({ data: await keptAnswer(ctx) }),
  }),
]
