import { isSecret } from './secrets.ts'
import { shelf, tabShelf, type Shelf } from './storage.ts'

/** What is typed and not yet sent, by person and company, or by tab of who is not known yet: it outlives a reload. */

const prefix = 'draft:'
const week = 7 * 86_400_000
/** What is longer is no form that somebody fills in; the browser has room for a few million characters in all. */
const longest = 64_000

interface Kept<V> {
  readonly at: number
  readonly value: V
}

interface Means {
  readonly shelf: Pick<Shelf, 'get' | 'set' | 'remove' | 'names'>
  readonly now: () => number
}

export class Drafts {
  readonly #shelf: Means['shelf']
  readonly #now: () => number
  /** A form still on the page saves what was typed as the page goes: too late, once its person has left. */
  readonly #left = new Set<string>()

  constructor({ shelf: kept, now }: Means) {
    this.#shelf = kept
    this.#now = now
  }

  /** Nothing, too, where it is too old or cannot be read. */
  read<V>(name: string): Kept<V> | null {
    try {
      const kept = JSON.parse(this.#shelf.get(prefix + name) ?? 'null') as Kept<V> | null
      return kept !== null && this.#now() - kept.at < week ? kept : null
    } catch {
      return null
    }
  }

  write(name: string, value: unknown): void {
    for (const person of this.#left) if (name.startsWith(`${person}:`)) return
    const text = JSON.stringify({ at: this.#now(), value })
    if (text.length <= longest) this.#shelf.set(prefix + name, text)
  }

  remove(name: string): void {
    this.#shelf.remove(prefix + name)
  }

  /** Of who leaves, and nothing of theirs is kept until the page is loaded anew. */
  removeAllOf(person: string): void {
    this.#left.add(person)
    for (const name of this.#names()) if (name.startsWith(`${person}:`)) this.remove(name)
  }

  removeOld(): void {
    for (const name of this.#names()) if (this.read(name) === null) this.remove(name)
  }

  #names(): string[] {
    return this.#shelf
      .names()
      .filter((name) => name.startsWith(prefix))
      .map((name) => name.slice(prefix.length))
  }
}

export const drafts = new Drafts({ shelf, now: Date.now })

/** Of people who have not signed in: others may use the same browser, so it goes with the tab. */
export const strangersDrafts = new Drafts({ shelf: tabShelf, now: Date.now })

/** Where one form or page keeps what is typed there. */
export interface DraftPlace {
  readonly in: Drafts
  readonly name: string
}

/** What was typed, by the names of the fields: several where a name stands for several, none of what is a secret. */
export type Fields = Readonly<Record<string, readonly string[]>>

export function fieldsOf(entries: Iterable<readonly [string, unknown]>): Fields {
  const fields: Record<string, string[]> = {}
  for (const [name, value] of entries)
    if (typeof value === 'string' && !isSecret(name)) (fields[name] ??= []).push(value)
  return fields
}

/** What a form says of what it found, and what ends it. */
export interface Draft {
  /** When it was typed, if it was not just now. */
  readonly restoredAt: number | null
  readonly startOver: () => void
  /** The server has it. */
  readonly sent: () => void
}

/** The form that is being sent right now: a write that it begins ends its draft. */
let sending: readonly Draft[] = []
let isTaken = false

/** Whether a write was begun: otherwise the page has taken over itself what was typed. */
export function whileSending(of: readonly Draft[], submit: () => void): boolean {
  sending = of
  isTaken = false
  try {
    submit()
    return isTaken
  } finally {
    sending = []
  }
}

export function draftsBeingSent(): readonly Draft[] {
  isTaken = true
  return sending
}
