import type { EventData } from './events.gen.ts'

/** Webhooks as they arrive: whether they are the marketplace's, and what they say (Standard Webhooks 1.0). */

export type EventType = keyof EventData

/** By its `type`, TypeScript knows its `data`. Types that are newer than this package come too: leave room for them. */
export type WebhookEvent<Type extends EventType = EventType> = {
  [Each in Type]: {
    readonly type: Each
    /** When it happened, in the time of the marketplace: ISO 8601. */
    readonly timestamp: string
    /** The company it is of. */
    readonly tenant_uuid: string
    readonly data: EventData[Each]
  }
}[Type]

export interface VerifiedWebhook {
  /** The same for every try of one event: what was handled under it need not be handled again. */
  readonly id: string
  readonly sentAt: Date
  readonly event: WebhookEvent
}

type WebhookFault =
  | 'header_missing'
  | 'timestamp_invalid'
  | 'too_old'
  | 'too_new'
  | 'secret_invalid'
  | 'signature_wrong'
  | 'body_invalid'

/** Answer it with 400; nothing of such a request may be believed. */
export class WebhookRefused extends Error {
  readonly code: WebhookFault

  constructor(code: WebhookFault, message: string) {
    super(message)
    this.name = 'WebhookRefused'
    this.code = code
  }
}

/** Of a `Request`, or of Node's `IncomingMessage`. */
type WebhookHeaders = Pick<Headers, 'get'> | Readonly<Record<string, string | readonly string[] | undefined>>

interface Tolerance {
  /** How far its time may be from ours, either way; five minutes unless said. */
  readonly toleranceSeconds?: number
  readonly now?: Date
}

/**
 * Verifies a request by its body as it came, byte for byte, and reads it. While a secret is being replaced give both:
 * one that fits is enough. Throws `WebhookRefused`.
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = new Date() }: Tolerance = {},
): Promise<VerifiedWebhook> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => header(headers, `webhook-${name}`))
  if (!id || !timestamp || !signatures)
    throw new WebhookRefused('header_missing', 'webhook-id, webhook-timestamp and webhook-signature are needed.')
  const sentAt = timely(timestamp, toleranceSeconds, now)
  const body = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : rawBody
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), body)
  if (!(await isSigned(signed, signatures, typeof secrets === 'string' ? [secrets] : secrets)))
    throw new WebhookRefused('signature_wrong', 'No signature fits: the secret is another, or the body was changed.')
  return { id, sentAt, event: parseWebhook(body) }
}

/** What a body says that has been verified. */
export function parseWebhook(rawBody: string | Uint8Array): WebhookEvent {
  const text = typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody)
  const event = readJson(text) as Partial<WebhookEvent> | null
  if (typeof event?.type !== 'string' || typeof event.data !== 'object')
    throw new WebhookRefused('body_invalid', 'The body is no event.')
  return event as WebhookEvent
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function header(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined
  const [, value] = Object.entries(headers).find(([known]) => known.toLowerCase() === name) ?? []
  return typeof value === 'string' ? value : undefined
}

function timely(timestamp: string, tolerance: number, now: Date): Date {
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookRefused('timestamp_invalid', 'webhook-timestamp is not in Unix seconds.')
  const age = now.getTime() / 1_000 - Number(timestamp)
  if (age > tolerance) throw new WebhookRefused('too_old', 'It was sent too long ago, and may be a repetition.')
  if (age < -tolerance) throw new WebhookRefused('too_new', 'It was sent in the future; look at the clocks.')
  return new Date(Number(timestamp) * 1_000)
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

/** Whether any of the signatures, of the kind we know, is by any of the secrets; compared in constant time. */
async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
  secrets: readonly string[],
): Promise<boolean> {
  const keys = await Promise.all(secrets.map(keyOf))
  const given = signatures.split(' ').flatMap((one) => (one.startsWith('v1,') ? (bytesOf(one.slice(3)) ?? []) : []))
  const verdicts = await Promise.all(
    keys.flatMap((key) => given.map((signature) => crypto.subtle.verify('HMAC', key, signature, signed))),
  )
  return verdicts.includes(true)
}

function keyOf(secret: string) {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''))
  if (!bytes || bytes.length === 0)
    throw new WebhookRefused('secret_invalid', 'A secret is "whsec_" and the base64 that was shown with it.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
