import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { parseWebhook, verifyWebhook, WebhookRefused, type WebhookEvent } from './webhooks.ts'

/** The example that the specification of Standard Webhooks gives. */
const published = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: '1614265330',
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const another = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
const now = new Date('2026-11-17T10:00:00Z')
const lease = { uuid: '019a', block: '192.0.2.0/24', offer_uuid: '019b', status: 'active' } as const
const started = { type: 'lease.started', timestamp: now.toISOString(), tenant_uuid: '019c', data: lease }
const body = JSON.stringify({ ...started, note: 'ünïcode' })

function sign(by = secret, text = body, sent = now) {
  const timestamp = String(Math.floor(sent.getTime() / 1_000))
  const key = Buffer.from(by.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`msg_1.${timestamp}.${text}`).digest('base64')
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'verified',
    (error: unknown) => (error instanceof WebhookRefused ? error.code : String(error)),
  )

describe('verifyWebhook', () => {
  it('takes what is signed, whatever holds the headers and the body', async () => {
    const headers = sign()
    const expected = { id: 'msg_1', sentAt: now, event: JSON.parse(body) as unknown }
    expect(await verifyWebhook(body, headers, secret, { now })).toEqual(expected)
    expect(await verifyWebhook(Buffer.from(body), new Headers(headers), [another, secret], { now })).toEqual(expected)
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))
    expect(await verifyWebhook(body, upper, secret, { now })).toEqual(expected)
  })

  it('agrees with the specification’s own example', async () => {
    const { id, timestamp, signature } = published
    const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
    const at = { now: new Date(Number(timestamp) * 1_000) }
    // Verified, and then found to be no event of ours.
    expect(await codeOf(verifyWebhook(published.body, headers, published.secret, at))).toBe('body_invalid')
    expect(await codeOf(verifyWebhook(`${published.body} `, headers, published.secret, at))).toBe('signature_wrong')
  })

  it('takes any of several signatures and secrets, as while a secret is replaced', async () => {
    const both = { ...sign(), 'webhook-signature': `v1a,xyz ${sign(another)['webhook-signature']} v1,!! v2,abc` }
    expect(await codeOf(verifyWebhook(body, both, [secret, another], { now }))).toBe('verified')
    expect(await codeOf(verifyWebhook(body, both, secret, { now }))).toBe('signature_wrong')
  })

  it.each([
    ['a changed body', body.replace('/24', '/23'), sign()],
    ['another secret', body, sign(another)],
    ['another id', body, { ...sign(), 'webhook-id': 'msg_2' }],
    ['another version', body, { ...sign(), 'webhook-signature': sign()['webhook-signature'].replace('v1,', 'v1a,') }],
    ['a signature that is none', body, { ...sign(), 'webhook-signature': 'v1,' }],
  ])('refuses %s', async (_what, text, headers) => {
    expect(await codeOf(verifyWebhook(text, headers, secret, { now }))).toBe('signature_wrong')
  })

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('refuses what has no %s', async (name) => {
    expect(await codeOf(verifyWebhook(body, { ...sign(), [name]: undefined }, secret, { now }))).toBe('header_missing')
  })

  it('takes what was sent within the tolerance, either way', async () => {
    const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
    const sentAt = (seconds: number, toleranceSeconds?: number) =>
      codeOf(
        verifyWebhook(body, sign(secret, body, at(seconds)), secret, {
          now,
          ...(toleranceSeconds === undefined ? {} : { toleranceSeconds }),
        }),
      )
    expect([await sentAt(-300), await sentAt(300)]).toEqual(['verified', 'verified'])
    expect([await sentAt(-301), await sentAt(301)]).toEqual(['too_old', 'too_new'])
    expect([await sentAt(-9, 10), await sentAt(-11, 10)]).toEqual(['verified', 'too_old'])
    const odd = { ...sign(), 'webhook-timestamp': '1e9' }
    expect(await codeOf(verifyWebhook(body, odd, secret, { now }))).toBe('timestamp_invalid')
  })

  it.each(['', 'whsec_', 'whsec_not base64!'])('says that %j is no secret', async (wrong) => {
    expect(await codeOf(verifyWebhook(body, sign(), wrong, { now }))).toBe('secret_invalid')
  })
})

describe('parseWebhook', () => {
  it('knows what comes with a type', () => {
    const event = parseWebhook(body)
    const blockOf = (one: WebhookEvent): string => (one.type === 'lease.started' ? one.data.block : '')
    expect(blockOf(event)).toBe('192.0.2.0/24')
  })

  it.each(['', 'null', '[]', '{"type": 1, "data": {}}', '{"type": "lease.started"}'])('refuses %j', (text) => {
    expect(() => parseWebhook(text)).toThrow(WebhookRefused)
  })
})
