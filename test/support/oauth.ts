import type { Answered, KeyOf, World } from './world.ts'

/** What every refusal of an OAuth endpoint must say (RFC 6749 §5.2). */
export interface Refusal {
  readonly status: number
  readonly error: unknown
  readonly type: unknown
  readonly caching: unknown
  readonly challenge: unknown
  /** Whether the description is there and keeps to the characters that §5.2 allows. */
  readonly described: boolean
  readonly otherFields: readonly string[]
}

export function refusalOf({ status, headers, body }: Answered): Refusal {
  const { error, error_description, ...others } = body as { error?: string; error_description?: string }
  return {
    status,
    error,
    type: headers['content-type'],
    caching: headers['cache-control'],
    challenge: headers['www-authenticate'],
    described: /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/.test(error_description ?? ''),
    otherFields: Object.keys(others),
  }
}

export function refused(status: number, error: string, challenged = false): Refusal {
  return {
    status,
    error,
    type: 'application/json',
    caching: 'no-store',
    challenge: challenged ? 'Basic realm="sublet"' : undefined,
    described: true,
    otherFields: [],
  }
}

export const formType = 'application/x-www-form-urlencoded'

export function basic(id: string, secret: string): { authorization: string } {
  return basicText(`${id}:${secret}`)
}

export function basicText(text: string | Buffer): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(text).toString('base64')}` }
}

export function fieldsOf({ clientId, clientSecret }: KeyOf): { client_id: string; client_secret: string } {
  return { client_id: clientId, client_secret: clientSecret }
}

export function grantOf(key: KeyOf): Record<string, string> {
  return { grant_type: 'client_credentials', ...fieldsOf(key) }
}

/** A form exactly as it goes over the wire. */
export function postForm(
  world: World,
  path: string,
  form: string | Buffer | Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answered> {
  const isRaw = typeof form === 'string' || Buffer.isBuffer(form)
  return world.call('POST', path, {
    headers: { 'content-type': formType, ...headers },
    payload: isRaw ? form : new URLSearchParams(form).toString(),
  })
}

export async function statusWith(world: World, tenant: string, token: string): Promise<number> {
  const answer = await world.call('GET', `/billing/v1/${tenant}`, { headers: { authorization: `Bearer ${token}` } })
  return answer.status
}
