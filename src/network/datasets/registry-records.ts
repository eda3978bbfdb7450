import { formatAddress, formatPrefix, firstAddress, lastAddress, type Prefix } from '../../kernel/ip/index.ts'
import type { RegistryRecord } from '../fact.rules.ts'
import type { Columns } from '../tables/columns.ts'
import { Located, LocatedRows } from '../tables/located.ts'
import type { Texts, TextsBuilder } from '../tables/texts.ts'
import type { Directory, References } from './directory.ts'

/** What records of one holder have in common is kept once: a provider's thousands differ in name and date only. */
type Own = Pick<RegistryRecord, 'inetnum' | 'netname' | 'comment' | 'created' | 'lastModified'>
type Profile = Omit<RegistryRecord, 'prefix' | keyof Own>

/** A record as its registry writes it: what it refers to is looked up when all is read. */
interface RecordObject extends References, Own, Omit<Profile, 'contactEmail' | 'abuseEmail'> {}

export class RecordRows {
  readonly #located = new LocatedRows('profiles', 'names', 'comments', 'created', 'modified', 'ranges')
  readonly #texts: TextsBuilder
  readonly #directory: Directory
  /** Profiles as texts, with how each is finished. */
  readonly #numbers = new Map<string, number>()
  readonly #profiles: (() => Profile)[] = []

  constructor(texts: TextsBuilder, directory: Directory) {
    this.#texts = texts
    this.#directory = directory
  }

  get count(): number {
    return this.#located.count
  }

  /** A range that is no prefix is several; each of them is found as this record. */
  addObject(prefixes: readonly Prefix[], object: RecordObject): void {
    const { inetnum, netname, comment, created, lastModified, ...shared } = object
    const profile = this.#profile(JSON.stringify(shared), () => this.#resolve(shared))
    for (const prefix of prefixes) this.#add(prefix, profile, { inetnum, netname, comment, created, lastModified })
  }

  add({ prefix, inetnum, netname, comment, created, lastModified, ...profile }: RegistryRecord): void {
    const number = this.#profile(JSON.stringify(profile), () => profile)
    this.#add(prefix, number, { inetnum, netname, comment, created, lastModified })
  }

  #add(prefix: Prefix, profile: number, own: Own): void {
    this.#located.add(
      prefix,
      profile,
      this.#texts.numberOf(own.netname),
      this.#texts.numberOf(own.comment),
      secondsOf(own.created),
      secondsOf(own.lastModified),
      own.inetnum === rangeText(prefix) ? 0 : this.#texts.numberOf(own.inetnum),
    )
  }

  #profile(key: string, finish: () => Profile): number {
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const number = this.#profiles.push(finish) - 1
    this.#numbers.set(key, number)
    return number
  }

  #resolve(object: Omit<RecordObject, keyof Own>): Profile {
    const { abuseMailbox: _, ...profile } = object
    return {
      ...profile,
      organisation: this.#directory.organisationName(object.organisation),
      contactEmail: this.#directory.contactEmail(object),
      abuseEmail: this.#directory.abuseEmail(object),
    }
  }

  finish(): Columns {
    const profiles = this.#profiles.map((finish) => this.#texts.numberOf(JSON.stringify(finish())))
    return this.#located.finish('records', { profiles })
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

  covering(prefix: Prefix): RegistryRecord[] {
    return this.#located.covering(prefix, this.#at)
  }

  within(prefix: Prefix): RegistryRecord[] {
    return this.#located.within(prefix, this.#at)
  }

  readonly #at = (fact: number, prefix: Prefix): RegistryRecord => {
    const number = (name: string) => this.#located.column(name)[fact] ?? 0
    const profile: Profile = JSON.parse(this.#texts.at(number('profiles')))
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
