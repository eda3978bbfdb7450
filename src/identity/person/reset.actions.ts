import { inTransaction, type Context } from '../../kernel/context.ts'
import { addSeconds } from '../../kernel/time.ts'
import { enqueue, job } from '../../kernel/work/jobs.ts'
import { sendMail } from '../../kernel/work/mail.ts'
import { newTicket, normalEmail, throttle, ticketDigest, ticketSeconds } from './person.rules.ts'
import { countAttempt, findPersonByEmail, insertTicket } from './person.store.ts'
import { refuseTooMany } from './session.actions.ts'

/**
 * Whoever asks hears the same at the same time for every address, because nobody looks who has it before the answer: a
 * job does.
 */
export async function requestPasswordReset(ctx: Context, email: string, ip: string): Promise<void> {
  await refuseTooMany(ctx, `reset:${ip}`, throttle.reset)
  await enqueue(ctx, mailPasswordReset, { email: normalEmail(email) })
}

/** What was mailed just now still works, so that whoever has others mailed too often locks nobody out. */
export const mailPasswordReset = job<{ email: string }>({
  name: 'mail_password_reset',
  run: (ctx, { email }) =>
    inTransaction(ctx, async (tx) => {
      const person = await findPersonByEmail(tx, email)
      if (!person || !(await mayBeMailed(tx, `reset-mailbox:${email}`))) return
      const ticket = newTicket()
      const expires_at = addSeconds(tx.realNow, ticketSeconds)
      await insertTicket(tx, { digest: ticketDigest(ticket), person_uuid: person.uuid, expires_at })
      const text = passwordText(tx, 'Someone, hopefully you, asked to choose a new password.', ticket)
      await sendMail(tx, { to: person.email, subject: 'Choose a new password', text })
    }),
})

/** Whether a mailbox has room for one more mail that anybody may have asked for, from however many addresses. */
export async function mayBeMailed(ctx: Context, subject: string): Promise<boolean> {
  const { failures } = await countAttempt(ctx, subject, throttle.windowSeconds)
  return failures <= throttle.mailbox
}

export function passwordText(ctx: Context, reason: string, ticket: string): string {
  const link = `${ctx.house.config.publicUrl}/password#${ticket}`
  return `${reason}\n\nChoose a password here within 72 hours:\n${link}\n\nIf you did not expect this, ignore it.\n`
}
