import { connect } from 'node:net'
import type { SMTPTransportOptions } from 'nodemailer'
import type { Context } from '../context.ts'
import { newUuid } from '../uuid.ts'
import { emit } from './events.ts'
import { kernelEvents } from '../kernel.events.ts'
import { enqueue, job } from './jobs.ts'
import { dress, type Lead } from './mail-dress.ts'
import { paperFor, type Paper } from './mail-papers.ts'
import { assigned, query } from '../db/query.ts'
import type { MailTable } from '../db/rows.gen.ts'

/** Mail is a row first; a job hands it over. Without a mail server it stays in the table, which a sandbox shows. */

interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly tenant?: string | null
  readonly lead?: Lead
  readonly paper?: Paper
  /** The news it is of: of one nobody gets two, whatever happens. */
  readonly event?: string
  /** Why its reader gets it. */
  readonly foot?: string
  /** With a ticket it is news, which its reader may do without. */
  readonly of?: { readonly topic: string; readonly person: string; readonly ticket: string | null }
}

/** Returns the uuid by which `mail.failed` names it. */
export async function sendMail(ctx: Context, mail: Mail): Promise<string> {
  const uuid = newUuid()
  const { to, subject, text, tenant = null, event = null, foot = null, of, lead, paper } = mail
  await query`
    insert into mail (uuid, tenant_uuid, recipient, subject, body, status, created_at, event_uuid, person_uuid, topic,
      ticket, foot, lead, paper)
    values (${uuid}, ${tenant}, ${to}, ${subject}, ${text}, 'queued', ${ctx.now}, ${event}, ${of?.person ?? null},
      ${of?.topic ?? null}, ${of?.ticket ?? null}, ${foot}, ${inJson(lead)}, ${inJson(paper)})
    on conflict (event_uuid, tenant_uuid, recipient) where event_uuid is not null do nothing`.ahead(ctx)
  await enqueue(ctx, deliverMail, { uuid }, { key: keyOf(uuid) })
  return uuid
}

const inJson = (value: object | undefined): string | null => (value ? JSON.stringify(value) : null)

const keyOf = (uuid: string): string => `mail-${uuid}`

/** What was kept for want of a mail server, and is of this time or later, is sent after all; returns how many. */
export async function sendKept(ctx: Context, since: Date): Promise<number> {
  const rows = await query<{ uuid: string }>`
    update mail set status = 'queued' where status = 'kept' and created_at >= ${since} returning uuid`.rows(ctx)
  for (const { uuid } of rows) await enqueue(ctx, deliverMail, { uuid }, { key: keyOf(uuid) })
  return rows.length
}

interface QueuedMail extends Pick<
  MailTable,
  'uuid' | 'tenant_uuid' | 'recipient' | 'subject' | 'body' | 'foot' | 'ticket'
> {
  readonly lead: Lead | null
  readonly paper: Paper | null
}

/** After this many tries, some minutes, whoever waits for the mail is told; it is tried further all the same. */
const worrying = 5

export const deliverMail = job<{ uuid: string }>({
  name: 'deliver_mail',
  lane: 'mail',
  run: async (ctx, { uuid }, attempt) => {
    const { smtpUrl } = ctx.house.config
    const mail = await query<QueuedMail>`
      select uuid, tenant_uuid, recipient, subject, body, lead, paper, foot, ticket from mail
      where uuid = ${uuid} and status <> 'sent'`.one(ctx)
    if (!mail) return
    const mark = (change: { status: MailTable['status']; failure?: string | null; sent_at?: Date }) =>
      query`update mail set ${assigned(change)} where uuid = ${uuid}`.changed(ctx)
    if (smtpUrl === null) await mark({ status: 'kept' })
    else {
      await handOver(ctx, smtpUrl, mail).catch(async (error: Error) => {
        await mark({ status: 'failed', failure: error.message })
        if (attempt === worrying)
          await emit(ctx, kernelEvents('mail.failed', mail.tenant_uuid, { uuid, reason: error.message }))
        throw error
      })
      await mark({ status: 'sent', failure: null, sent_at: ctx.now })
    }
  },
})

/** In ms. Each step has its time, and all of them together: a mail server that drips would else keep its mail for ever. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
const longestHandOver = 60_000

/** A crash after the hand-over repeats it: the Message-ID stays the same, so that mail programs show it once. */
async function handOver(ctx: Context, smtpUrl: string, mail: QueuedMail): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const message = await composed(ctx, mail)
  const deadline = AbortSignal.timeout(longestHandOver)
  const transport = createTransport({ url: smtpUrl, ...patience, getSocket: socketUntil(deadline) })
  try {
    await transport.sendMail(message)
  } catch (error) {
    throw deadline.aborted ? new Error(`not handed over within ${longestHandOver / 1_000} s`, { cause: error }) : error
  } finally {
    transport.close()
  }
}

/** What a mail server is handed. News can be ended by one click (RFC 8058). */
async function composed(ctx: Context, mail: QueuedMail) {
  const { mailFrom, publicUrl } = ctx.house.config
  const unsubscribe = mail.ticket === null ? null : `${publicUrl}/unsubscribe/${mail.ticket}`
  const ending: Record<string, string> =
    unsubscribe === null
      ? {}
      : { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  return {
    from: mailFrom,
    to: mail.recipient,
    subject: mail.subject,
    ...dress({ ...mail, unsubscribe }, publicUrl),
    ...(mail.paper && { attachments: [await paperFor(ctx, mail.tenant_uuid, mail.paper)] }),
    messageId: `<${mail.uuid}@${new URL(publicUrl).hostname}>`,
    headers: { 'Auto-Submitted': 'auto-generated', ...ending },
  }
}

type GetSocket = NonNullable<SMTPTransportOptions['getSocket']>

/** The library can give up a connection that is silent, but not one that is slow: that ends with its socket. */
const socketUntil =
  (deadline: AbortSignal): GetSocket =>
  ({ host = 'localhost', port, secure }, done) => {
    const socket = connect({ host, port: Number(port) || (secure ? 465 : 587), signal: deadline })
    const tooLate = setTimeout(() => socket.destroy(new Error('Connection timeout')), patience.connectionTimeout)
    const settle = (error: Error | null): void => {
      clearTimeout(tooLate)
      socket.off('error', settle)
      done(error, error ? undefined : { connection: socket })
    }
    socket.once('error', settle)
    socket.once('connect', () => settle(null))
  }
