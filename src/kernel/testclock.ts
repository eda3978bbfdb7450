import { sql } from 'kysely'
import { audit } from './audit.ts'
import type { Context } from './context.ts'
import { bump } from './pulse.ts'
import { StartRefusal } from './refusal.ts'
import { applyDuration, type Duration } from './time.ts'

/** Moves business time ahead for the whole installation; only a sandbox may. It never goes back. */
export async function advanceClock(ctx: Context, duration: Duration): Promise<Date> {
  if (!ctx.house.config.sandbox) throw new StartRefusal('Only a sandbox (SUBLET_SANDBOX=1) can move its clock.')
  const now = applyDuration(ctx.now, duration)
  const ahead = now.getTime() - ctx.now.getTime()
  await sql`update clock set offset_ms = offset_ms + ${ahead}`.execute(ctx.db)
  await bump(ctx.db, 'clock')
  await audit(ctx, {
    action: 'clock.advanced',
    subject: { kind: 'clock', uuid: null },
    tenant: null,
    data: { to: now.toISOString() },
  })
  return now
}
