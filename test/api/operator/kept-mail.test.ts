import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendMail } from '../../../src/kernel/work/mail.ts'
import { onlyOperators, openOffice, outcomeOf, outcomesFor, type Office } from '../../support/portal.ts'
import { openMailServer, type MailServer } from '../../support/server/mail-server.ts'
import { openWorld, type World } from '../../support/world.ts'

/** operatorShowMail and operatorSendKeptMail: what was kept for want of a mail server. */

let bare: World
let served: World
let office: Office
let mail: MailServer
beforeAll(async () => {
  bare = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  mail = await openMailServer()
  served = await openWorld({ beside: bare, env: { SUBLET_SANDBOX: '1', SUBLET_SMTP_URL: mail.url } })
  office = await openOffice(bare)
})
afterAll(async () => {
  await served.close()
  await bare.close()
  await mail.close()
})

type Headers = Record<string, string>

const stand = (world: World, headers: Headers = office.operator) =>
  world.call('GET', '/portal/operator/mail', { headers })
const send = (world: World, payload: object = {}, headers: Headers = office.operator) =>
  world.call('POST', '/portal/operator/mail/send', { headers, payload })

describe('kept mail', () => {
  it('is counted, and stays while there is no mail server', async () => {
    for (const to of ['new@example.net', 'old@example.net'])
      await bare.change((ctx) => sendMail(ctx, { to, subject: 'Hello', text: 'Hello.\n' }))
    await bare.runJobs()
    await bare.house.pool.query(
      `update mail set created_at = created_at - interval '8 days' where recipient = 'old@example.net'`,
    )
    const { kept } = (await stand(bare)).body.data
    expect(kept).toBeGreaterThanOrEqual(2)
    expect((await stand(bare)).body.data.server).toBe(false)
    expect(outcomeOf(await send(bare))).toBe('422 mail_server_missing')
  })

  it('goes out once there is one, no older than asked for, and only once', async () => {
    expect((await stand(served)).body.data.server).toBe(true)
    const { status, body } = await send(served)
    expect(status).toBe(200)
    expect(body.data.mails).toBeGreaterThanOrEqual(1)
    expect((await send(served)).body.data.mails).toBe(0)
    await served.runJobs()
    const reached = () => mail.received.flatMap(({ to }) => to).filter((to) => /^(new|old)@/.test(to))
    expect(reached()).toEqual(['new@example.net'])
    expect((await send(served, { days: 9 })).body.data.mails).toBe(1)
    await served.runJobs()
    expect(reached()).toEqual(['new@example.net', 'old@example.net'])
    expect((await stand(served)).body.data).toMatchObject({ kept: 0, queued: 0, failed: 0 })
  })

  it('is for operators, and for thirty days at most', async () => {
    expect(outcomeOf(await send(served, { days: 31 }))).toBe('422 invalid_fields')
    expect(await outcomesFor(office, (headers) => send(served, {}, headers))).toEqual(onlyOperators)
    expect(await outcomesFor(office, (headers) => stand(served, headers))).toEqual(onlyOperators)
  })
})
