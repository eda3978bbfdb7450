/**
 * What a letter says, in the one form that is signed: a line for each fact, always the same facts in the same order, UTF-8,
 * each line ended by a line feed. No value holds a line break, so no two statements are written alike.
 */

export interface Statement {
  /** Who signs, and where it is found. */
  readonly marketplace: string
  readonly site: string
  readonly letter: string
  readonly code: string
  readonly key: string
  readonly block: string
  readonly 'max-length': string
  /** As `AS64500`. */
  readonly origin: string
  /** Empty where the number has no name we know. */
  readonly 'origin-name': string
  /** Whom the number announces for. */
  readonly company: string
  readonly lessee: string
  readonly holder: string
  /** RFC 3339, to the second. */
  readonly issued: string
}

/** A later form has another first line; this one stays readable for ever. */
export const statementHead = 'SUBLET LETTER OF AUTHORISATION, VERSION 1'

const facts = [
  'marketplace',
  'site',
  'letter',
  'code',
  'key',
  'block',
  'max-length',
  'origin',
  'origin-name',
  'company',
  'lessee',
  'holder',
  'issued',
] as const satisfies readonly (keyof Statement)[]

/** Names are written by people: what does not show is left out, and every gap is one space. */
export const inOneLine = (text: string): string =>
  text
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Cc}\p{Cs}\p{Z}]+/gu, ' ')
    .trim()
    .normalize('NFC')

const lineOf = (fact: string, value: string): string => (value === '' ? `${fact}:` : `${fact}: ${value}`)

export function writeStatement(statement: Statement): string {
  const lines = facts.map((fact) => lineOf(fact, inOneLine(statement[fact])))
  return [statementHead, ...lines, ''].join('\n')
}

/** Null for whatever has not exactly these lines. Values are taken as they stand: whether they are ours the signature says. */
export function readStatement(text: string): Statement | null {
  const lines = text.split('\n')
  const values = facts.map((fact, i) => lines[i + 1]?.slice(`${fact}: `.length) ?? '')
  const written = [statementHead, ...facts.map((fact, i) => lineOf(fact, values[i] ?? '')), ''].join('\n')
  if (written !== text) return null
  return Object.fromEntries(facts.map((fact, i) => [fact, values[i]])) as unknown as Statement
}

/** Where anybody can ask whether it is in force. */
export const verifyAddress = ({ site, code }: Pick<Statement, 'site' | 'code'>): string => `${site}/verify/${code}`
