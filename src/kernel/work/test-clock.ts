import { kernelAudit } from '../kernel.events.ts'
import { audit } from '../audit.ts'
import type { Context } from '../context.ts'
import { StartRefusal } from '../refusal.ts'
import { query } from '../db/query.ts'

/** Business time goes ahead for the whole installation; only a sandbox may. It never goes back. */

export function requireSandbox({ house: { config } }: Pick<Context, 'house'>): void {
  if (!config.sandbox) throw new StartRefusal('Only a sandbox (SUBLET_SANDBOX=1) can move its clock.')
}

export function noteAdvance(ctx: Context, to: Date): Promise<void> {
  return audit(ctx, {
    action: kernelAudit('clock.advanced'),
    subject: { kind: 'clock', uuid: null },
    tenant: null,
    data: { to: to.toISOString() },
  })
}

/** To a moment, or where it stands if that is later; in one statement, because a replay has thousands of steps. */
export async function moveClock(ctx: Context, to: Date): Promise<void> {
  const ahead = to.getTime() - ctx.realNow.getTime()
  await query`
    with moved as (update clock set offset_ms = greatest(offset_ms, ${ahead}))
    insert into pulse (name, version) values ('clock', 1)
    on conflict (name) do update set version = pulse.version + 1`.changed(ctx)
}
