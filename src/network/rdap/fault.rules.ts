/** Why a registry's answer is none. The codes stand in the evidence and in what holders are told. */

const rdapFaults = {
  off: 'registries are not asked here (SUBLET_RDAP)',
  not_asked: 'the registry has not been asked about this block yet',
  no_server: 'no registry is known that would answer for this block',
  busy: 'the registry has been asked as often as is polite; try again in a moment',
  rate_limited: 'the registry wants to be asked less often',
  redirect_loop: 'the registry sends us round in a circle',
  too_many_redirects: 'the registry sends us on and on',
  redirect_refused: 'the registry sends us to an address that is not asked',
  unreachable: 'the registry cannot be reached',
  refused: 'the registry does not answer this question',
  too_large: 'the answer is larger than any record',
  cut_off: 'the answer was cut off',
  not_json: 'the answer is a page or a text, not a record',
  not_a_record: 'the answer is not about a block of addresses',
  other_block: 'the answer is about another block',
} as const

export type RdapFaultCode = keyof typeof rdapFaults

/** Not an answer, for one of the reasons above. */
export class RdapFault extends Error {
  readonly code: RdapFaultCode
  /** Whom to leave alone until when. */
  readonly pause: { readonly host: string; readonly seconds: number } | null

  constructor(code: RdapFaultCode, detail = '', pause: RdapFault['pause'] = null) {
    super(`${rdapFaults[code]}${detail === '' ? '' : ` (${detail})`}`)
    this.code = code
    this.pause = pause
  }
}

/** LACNIC blocks for five minutes, and says so to nobody. */
const usualPause = 300
const longestPause = 86_400

/** Retry-After (RFC 9110 §10.2.3), in seconds or as a date, within reason. */
export function pauseOf(retryAfter: string | undefined, now: Date): number {
  const text = (retryAfter ?? '').trim()
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now.getTime()) / 1_000)
  return Number.isNaN(seconds) ? usualPause : Math.min(Math.max(seconds, 1), longestPause)
}

/** When the next question may be put to a host that was asked at these times within the last minute; 0: now. */
export function millisToWait(asked: readonly number[], perMinute: number, now: number): number {
  const recent = asked.filter((at) => at > now - 60_000).toSorted((a, b) => b - a)
  const oldest = recent[perMinute - 1]
  return oldest === undefined ? 0 : oldest + 60_000 - now
}
