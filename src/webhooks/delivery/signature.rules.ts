import { createHmac, randomBytes } from 'node:crypto'

/** Standard Webhooks: what a receiver needs to know that a request is ours, and not an old one. */

const mark = 'whsec_'

export const newWebhookSecret = (): string => `${mark}${randomBytes(32).toString('base64')}`

interface Message {
  readonly id: string
  readonly sentAt: Date
  readonly payload: string
}

/** One signature for each secret, so that a receiver can change over from one to the other. */
export function signedHeaders({ id, sentAt, payload }: Message, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1_000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(mark.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${payload}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
