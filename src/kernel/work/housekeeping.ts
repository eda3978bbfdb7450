import { sealAudit } from '../audit.ts'
import { forgetOldAnswers } from '../http/idempotency.ts'
import { query } from '../db/query.ts'
import { job } from './jobs.ts'

/** The kernel's own regular work. */

export const sealAuditLog = job({
  name: 'seal_audit_log',
  run: async (ctx) => void (await sealAudit(ctx.db)),
})

export const forgetAnswers = job({ name: 'forget_answers', run: forgetOldAnswers })

/** Events are news, not records: after thirty days nobody asks. */
export const forgetOldEvents = job({
  name: 'forget_old_events',
  run: async (ctx) => {
    await query`delete from outbox_event where happened_at < ${ctx.now}::timestamptz - interval '30 days'`.changed(ctx)
  },
})
