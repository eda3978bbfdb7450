import { newTicket } from '../../identity/index.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import { inTurn } from '../../kernel/work/jobs.ts'
import { sendMail } from '../../kernel/work/mail.ts'
import { digestTopic } from '../choice/choice.actions.ts'
import { digestOf, lastDigest, nextDigest } from './digest.rules.ts'
import { addressOf, lockDigest, peopleToDigest, postpone, takeWaiting } from './digest.store.ts'

const atOnce = 200

/** Everybody whose mail of the day is due; how many there were. */
export async function sendDigests(ctx: Context): Promise<number> {
  let total = 0
  for (let found = atOnce; found === atOnce; total += found) {
    const people = await peopleToDigest(ctx, atOnce)
    await inTurn(people, (person) => inTransaction(ctx, (tx) => sendDigest(tx, person)))
    found = people.length
  }
  return total
}

/** The mail, the mark of the day and the end of the wait are one transaction. What was read meanwhile is left out. */
async function sendDigest(ctx: Context, person: string): Promise<void> {
  if (!(await lockDigest(ctx, person, lastDigest(ctx.now)))) return postpone(ctx, person, nextDigest(ctx.now))
  const lines = (await takeWaiting(ctx, person)).filter(({ read }) => !read)
  if (lines.length === 0) return
  await sendMail(ctx, {
    to: await addressOf(ctx, person),
    ...digestOf(lines),
    lead: { label: 'View notifications', url: `${ctx.house.config.publicUrl}/account/notifications` },
    foot: 'You get this daily summary because you or your company chose it.',
    of: { topic: digestTopic, person, ticket: newTicket() },
  })
}
