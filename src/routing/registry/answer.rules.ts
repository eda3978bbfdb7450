import type { ConnectorFault } from '../connector/connector.states.ts'

/** What a registry's answer means, whichever registry it is. */

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** Something is wrong with the way to the registry, not with what was asked for. */
export class RegistryFault extends Error {
  readonly code: ConnectorFault
  /** In seconds, as the registry asks for it. */
  readonly restSeconds: number | null

  constructor(code: ConnectorFault, detail: string, restSeconds: number | null = null) {
    super(plainly(detail))
    this.code = code
    this.restSeconds = restSeconds
  }
}

/** How a change ended. Only after `unknown` may it have happened. */
export type Ending =
  | { readonly end: 'done' }
  /** By whose fault, where the registry says so; null: one of them is wrong, or all are. */
  | { readonly end: 'refused'; readonly detail: string; readonly culprits: ReadonlySet<string> | null }
  /** Somebody else changed something meanwhile; read again. */
  | { readonly end: 'outdated' }
  | { readonly end: 'unknown' | 'failed'; readonly fault: RegistryFault }

/** 401, 403, 404, 429 and 5xx mean the same everywhere; null for the rest. */
export function faultIn(answer: Answer, what: string): RegistryFault | null {
  const { status } = answer
  if (status === 401)
    return new RegistryFault('key_refused', 'It answered 401: it does not take the key, or no longer.')
  if (status === 403)
    return new RegistryFault('forbidden', `It answered 403: the key may not do this. ${shown(answer)}`)
  if (status === 404) return new RegistryFault('unknown_account', `It answered 404: it does not know ${what}.`)
  if (status === 429) return new RegistryFault('too_many_requests', 'It answered 429: we are to wait.', restIn(answer))
  if (status >= 500) return new RegistryFault('unavailable', `It answered ${status}. ${shown(answer)}`, restIn(answer))
  if (status >= 300 && status < 400)
    return new RegistryFault('not_understood', `It answered ${status}, and redirects are not followed.`)
  return null
}

const longestRest = 3_600

/** In seconds from the registry's own clock to the time it names, so that a clock that is askew does not matter (RFC 9110 §10.2.3). */
function restIn({ headers }: Pick<Answer, 'headers'>): number | null {
  const given = headers['retry-after']
  if (typeof given !== 'string') return null
  const seconds = /^\d{1,9}$/.test(given.trim()) ? Number(given) : secondsUntil(given, headers['date'])
  return seconds === null ? null : Math.min(Math.max(seconds, 1), longestRest)
}

function secondsUntil(then: string, now: string | string[] | undefined): number | null {
  if (typeof now !== 'string') return null
  const seconds = (Date.parse(then) - Date.parse(now)) / 1_000
  return Number.isFinite(seconds) ? Math.ceil(seconds) : null
}

/** What it says where JSON is expected. A page in HTML with 200 is some proxy's, and says nothing of the registry. */
export function jsonIn({ status, text }: Answer): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new RegistryFault(
      'not_understood',
      `It answered ${status} with something that is no JSON: ${plainly(text).slice(0, 80)}`,
    )
  }
}

/** Whether a change went through, its answer being what it should be; a body that is not is somebody else's. */
export const isEmpty = ({ text }: Answer): boolean => text.trim() === ''

export const shown = ({ text }: Answer): string => plainly(text).slice(0, 300)

/** For a column and a page: no control characters, not long. */
export const plainly = (text: string): string =>
  text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[\s\p{Cc}\p{Cs}\u{FFFD}]+/gu, ' ')
    .trim()
    .slice(0, 500)

/** Fields of an answer that nobody has promised anything about. */
export const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** An answer that must be a list and is none is not understood; an empty one would mean that all is gone. */
export function mustBeList(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new RegistryFault('not_understood', `It answered without the list of ${what}.`)
  return value
}
