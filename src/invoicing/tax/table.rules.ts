import type { TaxRow } from './tax.rules.ts'

/** Which taxes are charged where, as an operator writes them down: a list of rows in JSON. */

/** What one field of a row must be: an answer that is not undefined is the sentence about it. */
const fields: Readonly<Record<string, (value: unknown) => string | undefined>> = {
  country: (value) => unless(isText(value, /^[A-Z]{2}$/), 'must be two capital letters, as in "NL"'),
  province: (value) =>
    unless(value === undefined || value === null || isText(value, /^[A-Z0-9-]{1,6}$/), 'must be a code like "QC"'),
  code: (value) => unless(isText(value, /^[a-z0-9_]{1,32}$/), 'must be up to 32 of a-z, 0-9 and _'),
  name: (value) => unless(isText(value, /^[^\p{C}]{1,64}$/u), 'must be 1 to 64 characters'),
  rate: (value) =>
    unless(typeof value === 'number' && rateOf(value) <= wholeRate, 'must be 0 to 100, with up to three decimals'),
  order: (value) =>
    unless(Number.isInteger(value) && Math.abs(value as number) <= 1_000, 'must be a whole number up to 1000'),
  stacks: (value) => unless(value === undefined || typeof value === 'boolean', 'must be true or false'),
}

const wholeRate = 100_000

const unless = (fine: boolean, sentence: string): string | undefined => (fine ? undefined : sentence)

const isText = (value: unknown, pattern: RegExp): boolean => typeof value === 'string' && pattern.test(value)

/** By its text, so that no fraction is multiplied; NaN, which compares with nothing, for what has too many decimals. */
function rateOf(percent: number): number {
  const [, units, fraction = ''] = /^(\d{1,3})(?:\.(\d{1,3}))?$/.exec(String(percent)) ?? []
  return units === undefined ? Number.NaN : Number(units) * 1_000 + Number(fraction.padEnd(3, '0'))
}

export function readTaxTable(text: string): { readonly value: readonly TaxRow[] } | { readonly mistake: string } {
  const list = parsed(text)
  if (!Array.isArray(list) || list.length > 1_000)
    return {
      mistake: 'must be a JSON list of at most 1000 taxes, each {country, province?, code, name, rate, order, stacks}',
    }
  for (const [at, row] of (list as unknown[]).entries()) {
    const mistake = mistakeIn(row)
    if (mistake !== undefined) return { mistake: `has a mistake in row ${at + 1}: ${mistake}` }
  }
  const rows = (list as Record<string, unknown>[]).map(taxRow)
  const twice = rows.find((row, at) => rows.findIndex((other) => nameOf(other) === nameOf(row)) !== at)
  return twice ? { mistake: `has ${nameOf(twice)} twice` } : { value: rows }
}

function mistakeIn(row: unknown): string | undefined {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return 'it is no object'
  const unknown = Object.keys(row).find((field) => !Object.hasOwn(fields, field))
  if (unknown !== undefined) return `there is no "${unknown}"`
  for (const [field, judge] of Object.entries(fields)) {
    const sentence = judge((row as Record<string, unknown>)[field])
    if (sentence !== undefined) return `"${field}" ${sentence}`
  }
  return undefined
}

const taxRow = ({ country, province, code, name, rate, order, stacks }: Record<string, unknown>): TaxRow => ({
  country: country as string,
  province: (province as string | null | undefined) ?? null,
  code: code as string,
  name: name as string,
  rate: rateOf(rate as number),
  order: order as number,
  stacks: (stacks as boolean | undefined) ?? false,
})

const nameOf = ({ country, province, code }: TaxRow): string =>
  `${code} of ${[country, province].filter((part) => part !== null).join('-')}`

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
