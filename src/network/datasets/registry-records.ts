import { formatAddress, formatPrefix, firstAddress, lastAddress, type Prefix } from '../../kernel/ip/index.ts'
import type { RegistryRecord } from '../fact.rules.ts'
import type { Columns } from '../tables/columns.ts'
import { Located, LocatedRows } from '../tables/located.ts'
import type { Texts, TextsBuilder } from '../tables/texts.ts'
import { abuseEmail, contactEmail, type Directory, type References } from './directory.ts'

/** What records of one holder have in common is kept once: a provider's thousands differ in name and date only. */
type Own = Pick<RegistryRecord, 'inetnum' | 'netname' | 'comment' | 'created' | 'lastModified'>
type Profile = Omit<RegistryRecord, 'prefix' | keyof Own>

/** A record as its registry writes it: what it refers to may stand in another file, and is looked up when asked for. */
interface RecordObject extends References, Own, Omit<Profile, 'contactEmail' | 'abuseEmail'> {}

export type Shared = Omit<RecordObject, keyof Own>

/** Its values without their names, which would be most of what a registry's profiles take. */
const listOf = (shared: Shared) =>
  [
    shared.source,
    shared.registry,
    shared.type,
    shared.handle,
    shared.geofeed,
    shared.organisation,
    shared.notify,
    shared.abuseMailbox,
    shared.countries,
    shared.maintainers,
    shared.irts,
    shared.contacts.map(({ kind, handle }) => [kind, handle] as const),
  ] as const

function ofList([
  source,
  registry,
  type,
  handle,
  geofeed,
  organisation,
  notify,
  abuseMailbox,
  countries,
  maintainers,
  irts,
  contacts,
]: ReturnType<typeof listOf>): Shared {
  const said = { source, registry, type, handle, geofeed, organisation, notify, abuseMailbox, countries, maintainers }
  return { ...said, irts, contacts: contacts.map(([kind, name]) => ({ handle: name, kind })) }
}

/** Holders' objects stand near each other, so that the last few thousand are as good as all. */
const mostProfiles = 8192

export class RecordRows {
  readonly #located = new LocatedRows('profiles', 'names', 'comments', 'created', 'modified', 'ranges')
  readonly #texts: TextsBuilder
  readonly #profiles = new Map<string, number>()
  /** When the one was changed that was changed last, in seconds. */
  newest = 0

  constructor(texts: TextsBuilder) {
    this.#texts = texts
  }

  get count(): number {
    return this.#located.count
  }

  /** The number of what the record says beside what is its own; read only where its text has not been seen lately. */
  profileOf(text: string, read: () => Shared): number {
    const known = this.#profiles.get(text)
    if (known !== undefined) return known
    if (this.#profiles.size === mostProfiles) this.#profiles.clear()
    const number = this.#texts.numberOf(JSON.stringify(listOf(read())))
    this.#profiles.set(text, number)
    return number
  }

  /** A range that is no prefix is several; each of them is found as this record. */
  addPart(prefix: Prefix, profile: number, own: Own): void {
    const range = own.inetnum === rangeText(prefix) ? 0 : this.#texts.numberOf(own.inetnum)
    this.#located.add(prefix, profile, ...this.#numbersOf(own), range)
  }

  /** The same in numbers, of a range that is written as registries do. */
  addRange4(first: number, last: number, profile: number, own: Own): void {
    const numbers = this.#numbersOf(own)
    let length = lengthAt(first, last)
    const range = first + 2 ** (32 - length) - 1 === last ? 0 : this.#texts.numberOf(own.inetnum)
    for (let start = first; start <= last; start += 2 ** (32 - length)) {
      length = lengthAt(start, last)
      this.#located.add4(start, length, profile, ...numbers, range)
    }
  }

  add({ prefix, inetnum, netname, comment, created, lastModified, ...profile }: RegistryRecord): void {
    const number = this.#texts.numberOf(JSON.stringify(profile))
    this.addPart(prefix, number, { inetnum, netname, comment, created, lastModified })
  }

  #numbersOf({ netname, comment, created, lastModified }: Own): readonly [number, number, number, number] {
    const [name, said] = [this.#texts.numberOf(netname), this.#texts.numberOf(comment)]
    const modified = secondsOf(lastModified)
    if (modified > this.newest) this.newest = modified
    return [name, said, secondsOf(created), modified]
  }

  finish(): Columns {
    return this.#located.finish('records')
  }
}

/** Of the largest prefix that begins there and does not reach beyond. */
function lengthAt(start: number, last: number): number {
  let length = start === 0 ? 0 : Math.clz32(start & -start) + 1
  while (start + 2 ** (32 - length) - 1 > last) length++
  return length
}

export class RegistryRecords {
  readonly #located: Located
  readonly #texts: Texts

  constructor(columns: Columns, texts: Texts) {
    this.#located = new Located(columns, 'records')
    this.#texts = texts
  }

  get prefixes(): Located['prefixes'] {
    return this.#located.prefixes
  }

  covering(prefix: Prefix, directory: Directory): RegistryRecord[] {
    return this.#located.covering(prefix, (fact, found) => this.#at(fact, found, directory))
  }

  within(prefix: Prefix, directory: Directory): RegistryRecord[] {
    return this.#located.within(prefix, (fact, found) => this.#at(fact, found, directory))
  }

  #at(fact: number, prefix: Prefix, directory: Directory): RegistryRecord {
    const number = (name: string) => this.#located.column(name)[fact] ?? 0
    const kept: Profile | ReturnType<typeof listOf> = JSON.parse(this.#texts.at(number('profiles')))
    const profile = 'length' in kept ? resolved(ofList(kept), directory) : kept
    const comment = this.#texts.at(number('comments'))
    return {
      ...profile,
      // Older records name their holder in the first line of the description.
      organisation: profile.organisation || (comment.split('\n')[0] ?? ''),
      prefix,
      inetnum: this.#texts.at(number('ranges')) || rangeText(prefix),
      netname: this.#texts.at(number('names')),
      comment,
      created: timeText(number('created')),
      lastModified: timeText(number('modified')),
    }
  }
}

function resolved({ abuseMailbox, ...kept }: Shared, directory: Directory): Profile {
  const references = { ...kept, abuseMailbox }
  return {
    ...kept,
    organisation: directory.organisation(kept.organisation)?.name ?? '',
    contactEmail: contactEmail(references, directory),
    abuseEmail: abuseEmail(references, directory),
  }
}

/** As registries write a block that is one prefix. */
const rangeText = (prefix: Prefix): string =>
  prefix.family === 6
    ? formatPrefix(prefix)
    : `${formatAddress(firstAddress(prefix))} - ${formatAddress(lastAddress(prefix))}`

/** 0 for what is no time: text for millions of times would be most of the table. */
export function secondsOf(text: string): number {
  const usual = usualSeconds(text)
  if (usual > 0) return usual
  const time = /^\d{4}-\d\d-\d\d(T|$)/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) || time < 0 ? 0 : Math.min(Math.floor(time / 1000), 0xffff_ffff)
}

/** `2016-05-31T22:14:51Z`, as they write millions of them; days that not every month has are looked at more closely. */
const usualTime = /^(?:19[7-9]|20\d)\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/

/** 0 for all that is in any way different. */
function usualSeconds(text: string): number {
  if (!usualTime.test(text)) return 0
  const two = (at: number): number => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 11 * 48
  return Date.UTC(two(0) * 100 + two(2), two(5) - 1, two(8), two(11), two(14), two(17)) / 1000
}

export const timeText = (seconds: number): string =>
  seconds === 0 ? '' : new Date(seconds * 1000).toISOString().replace('.000', '')
