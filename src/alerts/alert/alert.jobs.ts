import { job } from '../../kernel/work/jobs.ts'
import { addDays } from '../../kernel/time.ts'
import { deleteOldAlerts } from './alert.store.ts'

/** In days. */
const kept = { read: 180, unread: 365 } as const

export const forgetOldAlerts = job({
  name: 'forget_old_alerts',
  run: (ctx) => deleteOldAlerts(ctx, addDays(ctx.now, -kept.read), addDays(ctx.now, -kept.unread)),
})
