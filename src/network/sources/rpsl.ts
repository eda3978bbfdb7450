import type { RegistryRows } from '../datasets/registry-objects.ts'
import { eachWholeLine, lineText } from '../reading/lines.ts'
import { opened } from '../reading/opened.ts'
import { arinReaderOf, whoisOf } from './rpsl-arin.ts'
import { readersOf } from './rpsl-classes.ts'
import { SharedLines, continued, valuesOf } from './rpsl-shared.ts'
import { isSpace, textOf, trimmedFrom, trimmedTo } from './rpsl-text.ts'
import { SaidDate } from '../reading/said-date.ts'
import { type Findings, type Input, type Reader, SourceFault } from '../reading/source.ts'

/** Databases of registries and IRRs (RFC 2622): objects of attributes, parted by blank lines. */

/** No honest object is as large; what is larger is left out without being held. */
const largestObject = 1 << 20

const longestName = 64
const [tab, space, hash, percent, plus, colon] = [9, 32, 35, 37, 43, 58]

/** One object: the attributes its class is read for, several values of a name in their order. */
export interface RpslObject {
  readonly key: string
  /** All that it says in those attributes in which many objects are alike, as one text. */
  readonly shared: string
  /** Lines of each value, continuations included. */
  all(name: string): readonly string[]
  /** The first value, as one line; empty without one. */
  one(name: string): string
}

export const readRpsl: Reader<RegistryRows> = async (input, rows) => {
  const { bytes } = await opened(input.bytes)
  const open = new OpenObject(rows, input)
  const lines = await eachWholeLine(bytes, (line, from, to, number) => open.line(line, from, to, number))
  if (open.hasSources && open.lacksSource)
    throw new SourceFault(`line ${lines}`, 'ends an object that has no source: the file was cut off')
  open.end()
  if (rows.count === 0 && open.known === 0) throw new SourceFault(`line ${lines}`, 'the file ends without any object')
  const source = /^[\w.-]{1,64}$/.test(open.source.trim()) ? open.source.trim().toUpperCase() : ''
  const [only, another] = open.classes.keys()
  if (source !== '') rows.contents = { registry: source, classes: Object.fromEntries(open.classes) }
  // One of the files that a registry splits its database into, beside the others; some keep whois and IRR apart.
  const parts = [open.whois && 'whois', another === undefined ? only?.replace(/^whois-/, '') : ''].filter(Boolean)
  const name = [source, parts.join('-')].filter(Boolean).join('.')
  return { ...(source !== '' && { source: name }), ...changedLast(rows), ...open.said.findings }
}

/** Of so many objects one or the other changes every day. */
const busy = 10_000

/** A dump that does not say when it was made was made when the last change in it was, as far as anybody can tell. */
function changedLast({ records, routes }: RegistryRows): Pick<Findings, 'takenAt'> {
  const newest = Math.max(records.newest, routes.newest)
  return newest > 0 && records.count + routes.count >= busy ? { takenAt: new Date(newest * 1000) } : {}
}

class OpenObject implements RpslObject {
  readonly #rows: RegistryRows
  readonly #input: Input
  /** Of the first object that has one. */
  source = ''
  hasSources = false
  /** The registry whose whois this is, apart from its IRR. */
  whois = ''
  readonly said = new SaidDate()
  /** How many objects of each class that is read. */
  readonly classes = new Map<string, number>()
  /** Objects of classes that are read. */
  known = 0
  #class = ''
  #began = 0
  #size = 0
  #fault = ''
  #reader: ReturnType<typeof readersOf> = null
  readonly #values = new Map<string, string[]>()
  readonly #shared = new SharedLines()
  #isSharedRead = false
  /** Values that the next line may continue; null: of an attribute nobody asks for. */
  #last: string[] | SharedLines | null = null
  #inside = false

  constructor(rows: RegistryRows, input: Input) {
    this.#rows = rows
    this.#input = input
  }

  line(bytes: Uint8Array, from: number, to: number, number: number): void {
    const first = bytes[from] ?? 0
    if (isBlank(bytes, from, to)) this.end()
    else if (first === percent || first === hash) this.#comment(bytes, from, to)
    else if (first === space || first === tab || first === plus) this.#continues(bytes, from + 1, to)
    else this.#attribute(bytes, from, to, number)
  }

  /** About the file, as long as no object has begun: millions may follow, with comments of their own. */
  #comment(bytes: Uint8Array, from: number, to: number): void {
    if (this.#began === 0) this.said.hear(lineText(bytes, from, to))
  }

  #continues(bytes: Uint8Array, from: number, to: number): void {
    this.#size += to - from
    if (this.#last === null || this.#size > largestObject) return
    if (this.#last instanceof SharedLines) return this.#addShared(continued, bytes, from, to)
    const value = this.#last.pop() ?? ''
    this.#last.push(`${value}\n${textOf(bytes, from, to)}`)
  }

  #addShared(mark: number, bytes: Uint8Array, from: number, to: number): void {
    const begin = trimmedFrom(bytes, from, to)
    this.#shared.add(mark, bytes, begin, trimmedTo(bytes, begin, to))
    this.#last = this.#shared
  }

  #attribute(bytes: Uint8Array, from: number, to: number, number: number): void {
    const end = nameEnd(bytes, from, to)
    if (!this.#inside) this.#begins(end < 0 ? '' : textOf(bytes, from, end).toLowerCase(), number)
    this.#size += to - from
    this.#last = null
    if (this.#reader === null || this.#size > largestObject) return
    const found = end < 0 ? null : this.#reader.attributes.find(bytes, from, end)
    if (end < 0) this.#fault ||= `has something at line ${number} that is no attribute`
    else if (found !== null && found.mark > 0) this.#addShared(found.mark, bytes, end + 1, to)
    else if (found !== null) this.#last = this.#put(found.name, textOf(bytes, end + 1, to))
  }

  #put(name: string, value: string): string[] {
    const values = this.#values.get(name) ?? []
    values.push(value)
    this.#values.set(name, values)
    return values
  }

  #begins(name: string, number: number): void {
    this.#inside = true
    this.#began = number
    this.#size = 0
    this.#fault = ''
    this.#values.clear()
    this.#shared.clear()
    this.#isSharedRead = false
    this.#reader = readersOf(name) ?? arinReaderOf(name)
    this.#class = name
  }

  /** A blank line, or the end of the file. */
  end(): void {
    if (!this.#inside) return
    this.#inside = false
    this.#last = null
    if (this.#reader === null) return
    this.known++
    const name = this.#reader.as?.(this) ?? this.#class
    this.classes.set(name, (this.classes.get(name) ?? 0) + 1)
    this.hasSources ||= this.one('source') !== ''
    if (this.known === 1) this.whois = whoisOf(this.#class, this)
    if (this.source === '') this.source = this.one('source') || this.whois
    const tooLarge = this.#size > largestObject ? `is larger than ${largestObject} bytes` : ''
    const why = tooLarge || this.#fault || this.#reader.take(this, this.#rows)
    if (why !== '') this.#input.refuse(`line ${this.#began}`, `the object that begins here ${why}`)
  }

  get shared(): string {
    return this.#shared.text
  }

  #valuesOf(name: string): readonly string[] {
    const attributes = this.#reader?.attributes
    if (!this.#isSharedRead && attributes?.isShared(name)) {
      this.#isSharedRead = true
      for (const [mark, value] of valuesOf(this.shared)) this.#put(attributes.named(mark), value)
    }
    return this.#values.get(name) ?? []
  }

  /** One that has begun, and is of a class that is read. */
  get lacksSource(): boolean {
    return this.#inside && this.#reader !== null && this.one('source') === ''
  }

  get key(): string {
    return this.one(this.#class)
  }

  all(name: string): readonly string[] {
    const values = this.#valuesOf(name)
    if (!values.some(isUneven)) return values
    return values
      .flatMap((value) =>
        plain(name, value)
          .split('\n')
          .map((line) => line.trim()),
      )
      .filter(Boolean)
  }

  one(name: string): string {
    const value = this.#valuesOf(name)[0] ?? ''
    return isUneven(value) ? plain(name, value).replaceAll(/\s+/g, ' ').trim() : value
  }
}

/** Values are cut out without the blanks around them; few have anything more to be cleaned. */
const isUneven = (value: string): boolean => value === '' || /[#\n\t]| {2}/.test(value)

/** In what people write to people, a `#` is a `#`; elsewhere a comment begins with it. */
const plain = (name: string, value: string): string =>
  name === 'descr' || name === 'remarks' || name === 'org-name' ? value : value.replaceAll(/#.*/g, '')

/** Where the name of an attribute ends; -1: there is none. */
function nameEnd(bytes: Uint8Array, from: number, to: number): number {
  for (let at = from; at < to && at - from < longestName; at++) if (bytes[at] === colon) return at > from ? at : -1
  return -1
}

function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (!isSpace(bytes[at])) return false
  return true
}
