import { codePattern } from '../document/code.rules.ts'
import { referenceOf } from '../signing/statement.rules.ts'
import type { LetterInPlace } from '../letter/letter.store.ts'

/** What anybody may know of a letter whose code they have. */
export interface Standing {
  readonly genuine: boolean
  readonly inForce: boolean
  /** Since when it is in force, or since when it is not. */
  readonly since: Date | null
  readonly block: string | null
  readonly asn: number | null
  /** What whoever has the code has on paper, too. */
  readonly maxLength: number | null
  readonly company: string | null
  readonly reference: string | null
  readonly validFrom: Date | null
  readonly validUntil: Date | null
}

/** Of a code that is none, or no letter's, or that of a letter which was never released. */
export const nothing: Standing = {
  genuine: false,
  inForce: false,
  since: null,
  block: null,
  asn: null,
  maxLength: null,
  company: null,
  reference: null,
  validFrom: null,
  validUntil: null,
}

type Known = Pick<
  LetterInPlace,
  | 'uuid'
  | 'status'
  | 'lease_status'
  | 'statement'
  | 'released_at'
  | 'ended_at'
  | 'lease_suspended_at'
  | 'block'
  | 'asn'
  | 'max_length'
  | 'company_name'
  | 'valid_until'
>

/** In force while it is active and so is its lease. */
export function standingOf(letter: Known | undefined): Standing {
  if (!letter || letter.statement === null) return nothing
  const { block, asn, released_at, ended_at, lease_suspended_at } = letter
  const inForce = letter.status === 'active' && letter.lease_status === 'active'
  const since = inForce ? released_at : earlier(ended_at, lease_suspended_at)
  return {
    genuine: true,
    inForce,
    since,
    block,
    asn,
    maxLength: letter.max_length,
    company: letter.company_name,
    reference: referenceOf(letter.uuid),
    validFrom: released_at,
    validUntil: letter.valid_until,
  }
}

const earlier = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other < one) ? other : one

const code = new RegExp(codePattern)
/** Looked for in place of what is no code, so that the answer takes its time. */
const noCode = ''

/** As it must stand in an address: any character changed makes it another. */
export const codeIn = (path: string): string => (code.test(path) ? path : noCode)

/** As people type it: groups, gaps and case are put right, characters never. */
export function codeTyped(text: string): string {
  const characters = text.toUpperCase().replaceAll(/[\s+-]+/g, '')
  return codeIn(characters.match(/.{1,4}/g)?.join('-') ?? noCode)
}

/** Whether the `Accept` header wants JSON more than a page (RFC 9110 §12.5.1). */
export function wantsJson(accept: string | undefined): boolean {
  const ranges = (accept ?? '*/*').split(',').map(readRange)
  const json = qualityOf(ranges, ['application/json', 'application/*', '*/*'])
  return json > qualityOf(ranges, ['text/html', 'text/*', '*/*'])
}

interface Range {
  readonly type: string
  readonly quality: number
}

function readRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const given = parameters.find((parameter) => parameter.startsWith('q='))
  return { type, quality: given === undefined ? 1 : Number(given.slice(2)) || 0 }
}

/** That of the most exact range that covers the type. */
const qualityOf = (ranges: readonly Range[], exactFirst: readonly string[]): number =>
  exactFirst.map((type) => ranges.find((range) => range.type === type)?.quality).find((q) => q !== undefined) ?? 0
