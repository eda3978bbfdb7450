import { describe, expect, it } from 'vitest'
import { newWebhookSecret, signedHeaders } from './signature.rules.ts'

/** The example of the convention's own document. */
const example = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  sentAt: new Date(1_614_265_330_000),
  payload: '{"test": 2432232314}',
}

describe('a signature', () => {
  it('is the one that the convention gives as its example', () => {
    expect(signedHeaders(example, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])).toEqual({
      'webhook-id': example.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  it('is made with each secret that is live', () => {
    const [old, fresh] = [newWebhookSecret(), newWebhookSecret()]
    const alone = (secret: string) => signedHeaders(example, [secret])['webhook-signature']
    expect(signedHeaders(example, [old, fresh])['webhook-signature']).toBe(`${alone(old)} ${alone(fresh)}`)
    expect(alone(old)).not.toBe(alone(fresh))
  })
})
