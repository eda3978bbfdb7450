import { addressOf, parseAddress, prefixesOfCount, prefixFrom, type Address } from '../../kernel/ip/index.ts'
import { grantStatuses, registries, type DelegationRows, type Grant } from '../datasets/delegations.ts'
import { eachLine, lineText } from '../reading/lines.ts'
import { opened } from '../reading/opened.ts'
import { SourceFault, type Findings, type Input, type Reader } from '../reading/source.ts'

/**
 * A registry's statistics, plain and extended: a version line, summaries, and rows of
 * `registry|cc|type|start|value|date|status[|opaque-id]`. The NRO's file is the same with the rows of all registries.
 */
export const readDelegated: Reader<DelegationRows> = async (input, rows) => {
  const { bytes: source } = await opened(input.bytes)
  const reader = new DelegatedReader(input, rows)
  await eachLine(source, (bytes, from, to, number) => {
    if (to > from && bytes[from] !== hash) reader.line(lineText(bytes, from, to).trim().split('|'), number)
  })
  return reader.finish()
}

const hash = 35

interface Version {
  readonly registry: string
  readonly records: number
  readonly takenAt: Date | null
}

class DelegatedReader {
  readonly #input: Input
  readonly #rows: DelegationRows
  #version: Version | null = null
  #records = 0
  #summaries = 0
  /** Whole rows that each type is still to have, by its summary. */
  readonly #missing = new Map<string, number>()

  constructor(input: Input, rows: DelegationRows) {
    this.#input = input
    this.#rows = rows
  }

  line(fields: readonly string[], number: number): void {
    if (this.#version === null) this.#version = versionOf(fields, number)
    else if (fields[1] === '*' && fields.at(-1) === 'summary') this.#summary(fields)
    else {
      this.#records++
      this.#count(fields)
      const why = this.#row(this.#version, fields)
      if (why !== '') this.#input.refuse(`line ${number}`, why)
    }
  }

  /** `apnic|*|ipv4|*|53968|summary`. */
  #summary([, , type = '', , count = '']: readonly string[]): void {
    this.#summaries++
    this.#missing.set(type, countOf(count) ?? 0)
  }

  #count({ 2: type = '', length }: readonly string[]): void {
    const missing = this.#missing.get(type)
    if (missing !== undefined && length >= 7) this.#missing.set(type, missing - 1)
  }

  #row(version: Version, fields: readonly string[]): string {
    const [registry = '', , type, start = '', value = ''] = fields
    if (fields.length < 7) return `has ${fields.length} fields of at least 7`
    if (registry !== version.registry && version.registry !== 'nro')
      return 'is of another registry than the version line says'
    const grant = grantOf(fields)
    if (typeof grant === 'string') return grant
    if (type === 'asn') return addAsns(this.#rows, start, value, grant)
    if (type === 'ipv4' || type === 'ipv6') return addBlocks(this.#rows, type === 'ipv4' ? 4 : 6, start, value, grant)
    return 'is of none of the types asn, ipv4 and ipv6'
  }

  /** Some registries count the summaries among the records, and some files have more rows than they say. */
  finish(): Findings {
    const version = this.#version
    if (version === null) throw new SourceFault('line 1', 'the file has no version line')
    const isShort = [...this.#missing.values()].some((rows) => rows > 0)
    if (isShort || this.#records + this.#summaries < version.records)
      throw new SourceFault('version line', 'says that there are more records than there are: the file is cut off')
    return { source: version.registry, ...(version.takenAt && { takenAt: version.takenAt }) }
  }
}

/** `2|apnic|20260206|84130|19830613|20260205|+1000`: version, registry, serial, records, first day, last day, zone. */
function versionOf(fields: readonly string[], number: number): Version {
  const [version = '', registry = '', serial = '', records = '', , last = ''] = fields
  const known = registry === 'nro' || registryOf(registry) !== undefined
  if (!/^\d+(\.\d+)?$/.test(version) || !known || !/^\d{1,9}$/.test(records))
    throw new SourceFault(`line ${number}`, "is not the version line of a registry's statistics")
  // Some leave the last day out; their serials are days.
  const day = dayOf(last) || dayOf(serial)
  return {
    registry,
    records: Number(records),
    takenAt: day ? new Date(`${day}T00:00:00Z`) : null,
  }
}

const registryOf = (text: string): (typeof registries)[number] | undefined => registries.find((name) => name === text)

/** What the row says of its block, or what is wrong with it. */
function grantOf([registry = '', cc = '', , , , date = '', status = '', holder = '']: readonly string[]):
  | Grant
  | string {
  const known = registryOf(registry)
  if (known === undefined) return 'has no registry'
  const countryCode = /^([A-Z]{2}|)$/i.test(cc) ? cc.toUpperCase() : null
  if (countryCode === null) return 'has no country code'
  const day = dayOf(date)
  if (day === null) return 'has no day'
  const said = grantStatuses.find((name) => name === status.toLowerCase())
  if (said === undefined) return 'has no status'
  return {
    registry: known,
    // ZZ: nobody's.
    countryCode: countryCode === '' || countryCode === 'ZZ' ? null : countryCode,
    status: said,
    date: day === '' ? null : day,
    holder: holder === '' ? null : holder,
  }
}

/** 20260205 as 2026-02-05, empty when it is not given, null when it is no day. */
function dayOf(text: string): string | null {
  if (text === '' || text === '00000000') return ''
  if (!/^\d{8}$/.test(text)) return null
  const day = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : null
}

function addAsns(rows: DelegationRows, start: string, value: string, grant: Grant): string {
  const [first, count] = [countOf(start), countOf(value)]
  if (first === null || count === null || count < 1 || first + count > 2 ** 32) return 'has no range of AS numbers'
  rows.addAsns(first, count, grant)
  return ''
}

/** An IPv4 value is a number of addresses, of any size; an IPv6 value is a length. */
function addBlocks(rows: DelegationRows, family: 4 | 6, start: string, value: string, grant: Grant): string {
  const address = parseAddress(start)
  if (!address.ok || address.value.family !== family) return `has no IPv${family} address`
  const number = countOf(value)
  return family === 4 ? addCount(rows, address.value, number, grant) : addLength(rows, address.value, number, grant)
}

function addCount(rows: DelegationRows, start: Address, count: number | null, grant: Grant): string {
  if (count === null || count < 1 || start.value + BigInt(count) > addressOf(4, 0xffff_ffff).value + 1n)
    return 'has no range of addresses'
  for (const block of prefixesOfCount(start, count)) rows.add(block, grant)
  return ''
}

function addLength(rows: DelegationRows, start: Address, length: number | null, grant: Grant): string {
  const block = length === null ? null : prefixFrom(start, length)
  if (!block?.ok) return 'has no prefix'
  rows.add(block.value, grant)
  return ''
}

const countOf = (text: string): number | null => (/^\d{1,10}$/.test(text) ? Number(text) : null)
