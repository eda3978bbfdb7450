import { afterEach, describe, expect, it } from 'vitest'
import { deliverMail, sendMail } from '../../../src/kernel/work/mail.ts'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { headerOf, openMailServer, type MailServer } from '../../support/server/mail-server.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let server: MailServer | null = null
afterEach(async () => {
  await world.close()
  await server?.close()
  server = null
})

const mailServer = async (...given: Parameters<typeof openMailServer>): Promise<MailServer> =>
  (server = await openMailServer(...given))

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

  it('is written once for an event, a company and a mailbox, whoever hears of it', async () => {
    world = await openWorld()
    const [event, tenant] = [newUuid(), await world.tenant()]
    const again = () => world.change((ctx) => sendMail(ctx, { ...letter, event, tenant }))
    await Promise.all([again(), again(), again()])
    await world.change((ctx) => sendMail(ctx, { ...letter, to: 'bob@example.net', event, tenant }))
    await world.runJobs()
    const { rows } = await world.house.pool.query(
      'select recipient, status from mail where event_uuid = $1 order by 1',
      [event],
    )
    expect(rows).toEqual([
      { recipient: 'ann@example.net', status: 'kept' },
      { recipient: 'bob@example.net', status: 'kept' },
    ])
  })

  it('comes in text and in HTML, and news can be ended by one click', async () => {
    const { url, received } = await mailServer()
    world = await openWorld({ env: { SUBLET_SMTP_URL: url } })
    const person = (await world.person(await world.tenant())).uuid
    const of = { topic: 'offers', person, ticket: 'a-ticket' }
    await world.change((ctx) => sendMail(ctx, { ...letter, of, foot: 'Why you get it.' }))
    await world.runJobs()
    const mail = received.find(({ to }) => to.includes(letter.to)) ?? { to: [], text: '' }
    expect(mail.text).toMatch(/Content-Type: text\/plain[^]*Content-Type: text\/html/)
    const { publicUrl } = world.house.config
    expect(headerOf(mail, 'List-Unsubscribe')).toBe(`<${publicUrl}/unsubscribe/a-ticket>`)
    expect(headerOf(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    expect(headerOf(mail, 'Auto-Submitted')).toBe('auto-generated')
  })
})
