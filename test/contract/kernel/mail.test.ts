import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { deliverMail, sendMail } from '../../../src/kernel/work/mail.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let server: SMTPServer | null = null
afterEach(async () => {
  await world.close()
  await new Promise<void>((resolve) => (server ? server.close(resolve) : resolve()))
  server = null
})

interface Received {
  readonly to: readonly string[]
  readonly text: string
}

/** A mail server on this machine; `refuse` says with what sentence it turns a letter away. */
async function mailServer(
  refuse: () => string | null = () => null,
  options: SMTPServerOptions = { disabledCommands: ['STARTTLS', 'AUTH'] },
): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = []
  server = new SMTPServer({
    authOptional: true,
    ...options,
    onData: (stream, session, done) => {
      let text = ''
      stream.on('data', (bytes: Buffer) => (text += bytes.toString('utf8')))
      stream.on('end', () => {
        const why = refuse()
        if (why !== null) return done(new Error(why))
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), text })
        done()
      })
    },
  })
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, received }
}

const letter = { to: 'ann@example.net', subject: 'Grüße', text: 'Line one\nZeile zwei – ü\n' }

async function rows() {
  const { rows } = await world.house.pool.query<{
    uuid: string
    status: string
    failure: string | null
    sent_at: Date | null
  }>('select uuid, status, failure, sent_at from mail order by uuid')
  return rows
}

/** Jobs that failed wait longer and longer; here they are due at once. */
async function runUntil(done: () => boolean): Promise<void> {
  for (let i = 0; i < 20 && !done(); i++) {
    await world.house.pool.query('update graphile_worker._private_jobs set run_at = now()')
    await world.runJobs()
  }
}

describe('mail', () => {
  it('is handed to the mail server after the change is committed', async () => {
    const { url, received } = await mailServer()
    world = await openWorld({ env: { SUBLET_SMTP_URL: url, SUBLET_MAIL_FROM: 'Sublet <desk@sublet.example>' } })
    await world.change((ctx) => sendMail(ctx, letter))
    expect(received).toEqual([])
    await world.runJobs()
    expect(received).toHaveLength(1)
    expect(received[0]?.to).toEqual(['ann@example.net'])
    expect(received[0]?.text).toMatch(/^From: Sublet <desk@sublet\.example>/m)
    const [row] = await rows()
    expect(received[0]?.text).toContain(`Message-ID: <${row?.uuid}@127.0.0.1>`)
    expect(row).toMatchObject({ status: 'sent', failure: null, sent_at: expect.any(Date) })
  })

  it.each([
    { how: 'from the first byte', secure: true, scheme: 'smtps' },
    { how: 'by STARTTLS', secure: false, scheme: 'smtp' },
  ])('goes over TLS, $how', async ({ secure, scheme }) => {
    const { url, received } = await mailServer(undefined, { secure, disabledCommands: ['AUTH'] })
    const address = `${url.replace('smtp', scheme)}?requireTLS=true&tls.rejectUnauthorized=false`
    world = await openWorld({ env: { SUBLET_SMTP_URL: address } })
    await world.change((ctx) => sendMail(ctx, letter))
    await world.runJobs()
    expect([received.length, await rows()]).toMatchObject([1, [{ status: 'sent', failure: null }]])
  })

  it('that was sent is not sent again', async () => {
    const { url, received } = await mailServer()
    world = await openWorld({ env: { SUBLET_SMTP_URL: url } })
    await world.change((ctx) => sendMail(ctx, letter))
    await world.runJobs()
    const [row] = await rows()
    await deliverMail.run(world.ctx, { uuid: row?.uuid ?? '' })
    expect(received).toHaveLength(1)
  })

  it('that fails is marked, and tried again until it is through', async () => {
    let attempts = 0
    const { url, received } = await mailServer(() => (++attempts <= 2 ? 'try later' : null))
    world = await openWorld({ env: { SUBLET_SMTP_URL: url } })
    await world.change((ctx) => sendMail(ctx, letter))
    for (const wanted of [1, 2]) {
      await runUntil(() => attempts === wanted)
      expect([attempts, await rows()]).toMatchObject([
        wanted,
        [{ status: 'failed', failure: expect.stringContaining('try later') }],
      ])
    }
    await runUntil(() => attempts === 3)
    expect(received).toHaveLength(1)
    expect(await rows()).toMatchObject([{ status: 'sent', failure: null }])
  })

  it('of an undone change is never sent', async () => {
    const { url, received } = await mailServer()
    world = await openWorld({ env: { SUBLET_SMTP_URL: url } })
    const undone = world.change(async (ctx) => {
      await sendMail(ctx, letter)
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    await world.runJobs()
    expect([received, await rows()]).toEqual([[], []])
  })

  it('cannot be made to carry headers of its own', async () => {
    const { url, received } = await mailServer()
    world = await openWorld({ env: { SUBLET_SMTP_URL: url } })
    await world.change((ctx) => sendMail(ctx, { ...letter, subject: 'Hello\r\nBcc: everyone@example.net\r\n\r\nBody' }))
    await world.runJobs()
    expect(received[0]?.to).toEqual(['ann@example.net'])
    expect(received[0]?.text).not.toMatch(/^Bcc:/m)
  })

  it('stays in the table where there is no mail server', async () => {
    world = await openWorld()
    await world.change((ctx) => sendMail(ctx, letter))
    await world.runJobs()
    expect(await rows()).toMatchObject([{ status: 'kept', failure: null, sent_at: null }])
  })

  it('waits, failed, while the mail server is away', async () => {
    world = await openWorld({ env: { SUBLET_SMTP_URL: 'smtp://127.0.0.1:1' } })
    await world.change((ctx) => sendMail(ctx, letter))
    await world.runJobs()
    expect(await rows()).toMatchObject([{ status: 'failed', failure: expect.stringMatching(/ECONNREFUSED/) }])
  })
})
