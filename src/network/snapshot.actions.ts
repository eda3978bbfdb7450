import { audit } from '../kernel/audit.ts'
import type { Context } from '../kernel/context.ts'
import { emit } from '../kernel/events.ts'
import { bump } from '../kernel/pulse.ts'
import type { FactKind } from './facts.rules.ts'
import { writeSnapshot, type Snapshot } from './snapshot.store.ts'

/** The new data serves every node from the next request on; who depends on it hears of it. */
export async function replaceSnapshot<K extends FactKind>(ctx: Context, snapshot: Snapshot<K>): Promise<void> {
  const { kind, source, takenAt, facts } = snapshot
  await writeSnapshot(ctx, snapshot)
  await bump(ctx.db, 'network')
  const data = { kind, source, taken_at: takenAt.toISOString(), rows: facts.length }
  await audit(ctx, {
    action: 'network.replaced',
    subject: { kind: 'network_snapshot', uuid: null },
    tenant: null,
    data,
  })
  await emit(ctx, { type: 'network.replaced', tenant: null, data })
}
