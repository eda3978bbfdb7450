/**
 * What a letter says, in the one form that is signed: a line for each fact, always the same facts in the same order, UTF-8,
 * each line ended by a line feed. What people call themselves stands in quotes, and no value holds a line break: no two
 * statements are written alike, and no name can be taken for a fact.
 */

export interface Statement {
  /** Who signs, and where it is found. */
  readonly marketplace: string
  readonly site: string
  readonly letter: string
  /** By which people speak of it. */
  readonly reference: string
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
  /** How the holder is reached, and who signs for it; empty where it has not said so. */
  readonly 'holder-address': string
  readonly 'holder-phone': string
  readonly 'holder-mail': string
  readonly signatory: string
  readonly 'signatory-role': string
  /** RFC 3339, to the second: from then on, and until when at the latest. Empty: until the lease ends. */
  readonly issued: string
  readonly until: string
}

type Fact = keyof Statement

interface Form {
  readonly head: string
  readonly facts: readonly Fact[]
  /** Those that stand in quotes. */
  readonly quoted: ReadonlySet<Fact>
}

export const statementFacts = [
  'marketplace',
  'site',
  'letter',
  'reference',
  'code',
  'key',
  'block',
  'max-length',
  'origin',
  'origin-name',
  'company',
  'lessee',
  'holder',
  'holder-address',
  'holder-phone',
  'holder-mail',
  'signatory',
  'signatory-role',
  'issued',
  'until',
] as const satisfies readonly Fact[]

const title = 'SUBLET LETTER OF AUTHORISATION, VERSION'

/** How statements are written now. A later form has another first line; each stays readable for ever. */
const current: Form = {
  head: `${title} 2`,
  facts: statementFacts,
  quoted: new Set<Fact>([
    'marketplace',
    'origin-name',
    'company',
    'lessee',
    'holder',
    'holder-address',
    'holder-phone',
    'holder-mail',
    'signatory',
    'signatory-role',
  ]),
}

/** The first form had names without quotes, and neither an end nor anybody to call. */
const later = new Set<Fact>([
  'reference',
  'holder-address',
  'holder-phone',
  'holder-mail',
  'signatory',
  'signatory-role',
  'until',
])
const first: Form = {
  head: `${title} 1`,
  facts: statementFacts.filter((fact) => !later.has(fact)),
  quoted: new Set(),
}

/** As it begins, whichever form it has. */
export const statementHead = `${title} [12]`

/** Names are written by people: what does not show is left out, and every gap is one space. */
export const inOneLine = (text: string): string =>
  text
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Cc}\p{Cs}\p{Z}]+/gu, ' ')
    .trim()
    .normalize('NFC')

const lineOf = ({ quoted }: Form, fact: Fact, value: string): string => {
  if (quoted.has(fact)) return `${fact}: ${JSON.stringify(value)}`
  return value === '' ? `${fact}:` : `${fact}: ${value}`
}

const textOf = (form: Form, valueOf: (fact: Fact) => string): string =>
  [form.head, ...form.facts.map((fact) => lineOf(form, fact, valueOf(fact))), ''].join('\n')

export const writeStatement = (statement: Statement): string => textOf(current, (fact) => inOneLine(statement[fact]))

/** Null for whatever has not exactly these lines. Values are taken as they stand: whether they are ours the signature says. */
export function readStatement(text: string): Statement | null {
  const form = [current, first].find(({ head }) => text.startsWith(`${head}\n`))
  return form ? readForm(form, text) : null
}

function readForm(form: Form, text: string): Statement | null {
  const lines = text.split('\n')
  const values = new Map(
    form.facts.map((fact, i) => {
      const written = lines[i + 1]?.slice(`${fact}: `.length) ?? ''
      return [fact, form.quoted.has(fact) ? unquoted(written) : written]
    }),
  )
  if (textOf(form, (fact) => values.get(fact) ?? '') !== text) return null
  return Object.fromEntries(statementFacts.map((fact) => [fact, values.get(fact) ?? ''])) as unknown as Statement
}

/** What is not quoted as we quote is noticed when it is written again. */
function unquoted(written: string): string {
  try {
    const value: unknown = JSON.parse(written)
    return typeof value === 'string' ? value : ''
  } catch {
    return ''
  }
}

/** By which people speak of a letter, in tickets and on the telephone. */
export const referenceOf = (letter: string): string =>
  `LOA-${letter.slice(-12).toUpperCase().match(/.{4}/g)?.join('-') ?? ''}`

/** Of the prefixes that may be announced, as people say it. */
export const lengthsOf = (block: string, longest: number | string): string => {
  const [, shortest] = block.split('/')
  return shortest === String(longest) ? `/${longest} only` : `/${shortest} to /${longest}`
}

/** Where anybody can ask whether it is in force. */
export const verifyAddress = ({ site, code }: Pick<Statement, 'site' | 'code'>): string => `${site}/verify/${code}`
