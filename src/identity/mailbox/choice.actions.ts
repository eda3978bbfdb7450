import { audit } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { addDays } from '../../kernel/time.ts'
import { sendKept } from '../../kernel/work/mail.ts'
import { identityAudit } from '../identity.events.ts'
import { identityProblem } from '../identity.problems.ts'
import { countMail, mutedBy, setMuted } from './choice.store.ts'
import { topicNames, topics, type Topic } from './topic.rules.ts'

/** What somebody wants to be mailed, and what becomes of mail that could not be sent. */

export interface Choice {
  readonly topic: Topic
  readonly wanted: boolean
}

export async function showChoices(ctx: Context, person: string): Promise<Choice[]> {
  const muted = await mutedBy(ctx, person)
  return topicNames.map((topic) => ({ topic, wanted: topics[topic].duty || !muted.has(topic) }))
}

export async function choose(ctx: Context, person: string, { topic, wanted }: Choice): Promise<Choice[]> {
  if (topics[topic].duty) throw identityProblem('mail_is_duty')
  await mute(ctx, person, topic, !wanted)
  return showChoices(ctx, person)
}

/** Any number of times. */
export async function mute(ctx: Context, person: string, topic: Topic, muted: boolean): Promise<void> {
  if (!(await setMuted(ctx, person, topic, muted))) return
  const action = identityAudit(muted ? 'person.mail_muted' : 'person.mail_wanted')
  await audit(ctx, { action, subject: { kind: 'person', uuid: person }, tenant: null, data: { topic } })
}

interface MailStanding {
  readonly server: boolean
  readonly kept: number
  readonly queued: number
  readonly failed: number
}

export async function mailStanding(ctx: Context): Promise<MailStanding> {
  const counts = await countMail(ctx)
  const of = (status: string) => counts.get(status) ?? 0
  return {
    server: ctx.house.config.smtpUrl !== null,
    kept: of('kept'),
    queued: of('queued'),
    failed: of('failed'),
  }
}

/** Older news would only confuse. */
export const keptDays = { usual: 7, most: 30 } as const

/** What was kept for want of a mail server goes out, unless it is older than so many days; returns how many. */
export async function sendKeptMail(ctx: Context, days: number): Promise<number> {
  if (ctx.house.config.smtpUrl === null) throw identityProblem('mail_server_missing')
  const sent = await sendKept(ctx, addDays(ctx.now, -days))
  const data = { days, mails: sent }
  await audit(ctx, {
    action: identityAudit('mail.sent_later'),
    subject: { kind: 'mail', uuid: null },
    tenant: null,
    data,
  })
  return sent
}
