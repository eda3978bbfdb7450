import { audit } from '../kernel/audit.ts'
import type { Context } from '../kernel/context.ts'
import { appAudit } from './app.events.ts'
import { lastResult, promisesUuid } from './audit-result.store.ts'
import { checkInvariants } from './invariants.ts'

interface Checked {
  readonly ok: boolean
  readonly promises: readonly {
    readonly name: string
    readonly ok: boolean
    readonly checked: number
    readonly breaches: string[]
    /** What was kept before it was counted has none. */
    readonly found?: number
    readonly note: string | null
    readonly milliseconds: number
  }[]
}

export async function check(ctx: Context): Promise<Checked> {
  const results = await checkInvariants(ctx)
  const promises = results.map(({ name, ok, checked, breaches, found, note, milliseconds }) => ({
    name,
    ok,
    checked,
    breaches: [...breaches],
    found,
    note: note ?? null,
    milliseconds,
  }))
  return { ok: promises.every(({ ok }) => ok), promises }
}

/** The same, and who asks later sees who checked, when, and what came out. */
export async function checkAndKeep(ctx: Context): Promise<void> {
  const data = { ...(await check(ctx)) }
  await audit(ctx, {
    action: appAudit('promises.checked'),
    subject: { kind: 'promises', uuid: promisesUuid },
    tenant: null,
    data,
  })
}

export async function showLast(ctx: Context) {
  const kept = await lastResult(ctx)
  return kept ? { ...kept, data: kept.data as Checked } : null
}
