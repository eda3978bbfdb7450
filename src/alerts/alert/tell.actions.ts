import { mailReader, pathOf } from '../../identity/index.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import { emit } from '../../kernel/work/events.ts'
import { enqueue, job } from '../../kernel/work/jobs.ts'
import { alertsEvents } from '../alerts.events.ts'
import { nextDigest } from '../digest/digest.rules.ts'
import { isDuty, mailWayOf } from '../kind.rules.ts'
import { mayWait, tellingAt } from './alert.rules.ts'
import { closeAlert, isNewsWaiting, lockUntold, readersOf } from './alert.store.ts'

interface Telling {
  readonly uuid: string
  /** More of it may come. */
  readonly gathers?: true
}

/** Tells what has gathered: by mail to those who want it at once, to programs by its event; others wait for their digest. */
export const tellAlert = job<Telling>({
  name: 'tell_alert',
  run: (ctx, telling) => inTransaction(ctx, (tx) => tell(tx, telling)),
})

export const tellSoon = (ctx: Context, telling: Telling, at?: Date): Promise<void> =>
  enqueue(ctx, tellAlert, telling, { key: `tell_alert-${telling.uuid}`, ...(at && { at, putOff: true }) })

/** Mails, event and the mark that it was told are one transaction; the database takes one mail of an alert to a mailbox. */
async function tell(ctx: Context, telling: Telling): Promise<void> {
  const { uuid } = telling
  const alert = await lockUntold(ctx, uuid)
  if (!alert) return
  // What a killed process has left untold is told by the next: the rest of a storm is not another one.
  if (telling.gathers && mayWait(alert.began_at, ctx.realNow) && (await isNewsWaiting(ctx, alert.cause)))
    return tellSoon(ctx, telling, tellingAt(alert.began_at, ctx.realNow))
  const { tenant, kind, severity, count, subject, body, lead, happenings } = alert
  const daily: string[] = []
  for (const reader of await readersOf(ctx, uuid)) {
    const way = mailWayOf(kind, reader.role, reader)
    if (way === 'daily') daily.push(reader.uuid)
    if (way !== 'at_once') continue
    const duty = isDuty(kind) && reader.role === 'owner'
    const words = { subject, text: body, ...(lead && { lead }) }
    await mailReader(ctx, { tenant, reader, topic: kind, duty, event: uuid }, words)
  }
  await closeAlert(ctx, uuid, daily, nextDigest(ctx.now))
  const first = happenings.map((one) => ({ title: one.subject, why: one.why ?? null }))
  const path = lead && pathOf(tenant, lead.page)
  await emit(ctx, alertsEvents('alert.raised', tenant, { uuid, kind, severity, title: subject, count, first, path }))
}
