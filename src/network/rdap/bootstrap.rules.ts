import { contains, formatPrefix, parsePrefix, type Prefix } from '../../kernel/ip/index.ts'

/** Which registry's server is asked about a block (RFC 9224): IANA's file, one that is shipped and newer ones as they are fetched. */

export interface Bootstrap {
  /** When IANA published it. */
  readonly publication: string
  readonly services: readonly (readonly [prefixes: readonly string[], bases: readonly string[]])[]
}

/** First octets, as in IANA's file of 2019-06-07, which changes rarely. */
const shippedOctets: readonly (readonly [base: string, octets: string])[] = [
  ['https://rdap.afrinic.net/rdap/', '41 102 105 154 196-197'],
  [
    'https://rdap.apnic.net/',
    '1 14 27 36 39 42-43 49 58-61 101 103 106 110-126 133 150 153 163 171 175 180 182-183 202-203 210-211 218-223',
  ],
  [
    'https://rdap.arin.net/registry/',
    '3-4 6-9 11-13 15-24 26 28-30 32-35 38 40 44-45 47-48 50 52 54-56 63-76 96-100 104 107-108 128-132 134-140 142-144 146-149 152 155-162 164-170 172-174 184 192 198-199 204-209 214-216',
  ],
  [
    'https://rdap.db.ripe.net/',
    '2 5 25 31 37 46 51 53 57 62 77-95 109 141 145 151 176 178 185 188 193-195 212-213 217',
  ],
  ['https://rdap.lacnic.net/rdap/', '177 179 181 186-187 189-191 200-201'],
]

const octetsOf = (runs: string): number[] =>
  runs.split(' ').flatMap((run) => {
    const [first = 0, last = first] = run.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, n) => first + n)
  })

export const shipped: Bootstrap = {
  publication: '2019-06-07T19:00:02Z',
  services: shippedOctets.map(([base, runs]) => [octetsOf(runs).map((octet) => `${octet}.0.0.0/8`), [base]]),
}

/** Half of the registries gone is no news but a broken file. */
const fewestServices = 3

/** What a file of that form says; text instead: what is wrong with it. */
export function readBootstrap(text: string): Bootstrap | string {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    return 'is not JSON'
  }
  const { version, publication, services } = (read ?? {}) as Record<string, unknown>
  if (version !== '1.0') return 'is not of version 1.0'
  if (typeof publication !== 'string' || Number.isNaN(Date.parse(publication))) return 'has no date of publication'
  if (!Array.isArray(services)) return 'has no services'
  const kept = services
    .filter(isService)
    .map(([prefixes, bases]) => [prefixes.filter(isPrefix), bases.filter(isBase)] as const)
  const whole = kept.filter(([prefixes, bases]) => prefixes.length > 0 && bases.length > 0)
  if (whole.length < fewestServices) return `has ${whole.length} usable services`
  return { publication, services: whole }
}

const areTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

const isService = (value: unknown): value is [string[], string[]] =>
  Array.isArray(value) && areTexts(value[0]) && areTexts(value[1])

const isPrefix = (text: string): boolean => parsePrefix(text).ok

const isBase = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '')

/** The address at which the registry answers for a block; null: nobody does. Encrypted before plain (RFC 9224 §3). */
export function addressFor(block: Prefix, { services }: Bootstrap): string | null {
  const around = services.flatMap(([prefixes, bases]) =>
    prefixes.flatMap((text) => {
      const parsed = parsePrefix(text)
      return parsed.ok && contains(parsed.value, block) ? [{ length: parsed.value.length, bases }] : []
    }),
  )
  const [nearest] = around.toSorted((a, b) => b.length - a.length)
  const base = nearest?.bases.find((one) => one.startsWith('https:')) ?? nearest?.bases[0]
  return base === undefined ? null : addressAt(base, block)
}

export const addressAt = (base: string, block: Prefix): string =>
  `${base.replace(/\/*$/, '/')}ip/${formatPrefix(block)}`
