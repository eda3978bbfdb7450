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

type Kept = Profile | Omit<RecordObject, keyof Own>

export class RecordRows {
  readonly #located = new LocatedRows('profiles', 'names', 'comments', 'created', 'modified', 'ranges')
  readonly #texts: TextsBuilder

  constructor(texts: TextsBuilder) {
    this.#texts = texts
  }

  get count(): number {
    return this.#located.count
  }

  /** A range that is no prefix is several; each of them is found as this record. */
  addObject(prefixes: readonly Prefix[], object: RecordObject): void {
    const { inetnum, netname, comment, created, lastModified, ...shared } = object
    for (const prefix of prefixes) this.#add(prefix, shared, { inetnum, netname, comment, created, lastModified })
  }

  add({ prefix, inetnum, netname, comment, created, lastModified, ...profile }: RegistryRecord): void {
    this.#add(prefix, profile, { inetnum, netname, comment, created, lastModified })
  }

  #add(prefix: Prefix, profile: Kept, own: Own): void {
    this.#located.add(
      prefix,
      this.#texts.numberOf(JSON.stringify(profile)),
      this.#texts.numberOf(own.netname),
      this.#texts.numberOf(own.comment),
      secondsOf(own.created),
      secondsOf(own.lastModified),
      own.inetnum === rangeText(prefix) ? 0 : this.#texts.numberOf(own.inetnum),
    )
  }

  finish(): Columns {
    return this.#located.finish('records')
  }
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
    const kept: Kept = JSON.parse(this.#texts.at(number('profiles')))
    const profile = 'abuseMailbox' in kept ? resolved(kept, directory) : kept
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

function resolved({ abuseMailbox, ...kept }: Omit<RecordObject, keyof Own>, directory: Directory): Profile {
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
  const time = /^\d{4}-\d\d-\d\d(T|$)/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) || time < 0 ? 0 : Math.min(Math.floor(time / 1000), 0xffff_ffff)
}

export const timeText = (seconds: number): string =>
  seconds === 0 ? '' : new Date(seconds * 1000).toISOString().replace('.000', '')
