import type { Columns } from '../tables/columns.ts'
import type { Texts, TextsBuilder } from '../tables/texts.ts'

/** Whom objects refer to: organisations, people and roles, incident teams. Only what is asked of them is kept. */

interface Organisation {
  readonly name: string
  readonly email: string
  readonly abuseMailbox: string
  readonly abuseContact: string
  /** Where it stands with the organisation and not with its blocks. */
  readonly adminContact?: string
}

export interface Person {
  readonly email: string
  readonly abuseMailbox: string
}

/** What a record says about whom to write to. */
export interface References {
  readonly organisation: string
  readonly notify: string
  readonly abuseMailbox: string
  readonly irts: readonly string[]
  readonly contacts: readonly { readonly handle: string; readonly kind: string }[]
}

/** Where handles are looked up: in one file, or in all those that one registry publishes. */
export interface Directory {
  organisation(handle: string): Organisation | null
  person(handle: string): Person | null
  irt(handle: string): Person | null
}

export class DirectoryRows {
  readonly #organisations = new Map<string, Organisation>()
  readonly #people = new Map<string, Person>()
  readonly #irts = new Map<string, Person>()

  get count(): number {
    return this.#organisations.size + this.#people.size + this.#irts.size
  }

  addOrganisation(handle: string, organisation: Organisation): void {
    this.#organisations.set(handle.toUpperCase(), organisation)
  }

  addPerson(handle: string, person: Person): void {
    if (person.email !== '' || person.abuseMailbox !== '') this.#people.set(handle.toUpperCase(), person)
  }

  addIrt(handle: string, irt: Person): void {
    this.#irts.set(handle.toUpperCase(), irt)
  }

  finish(texts: TextsBuilder): Columns {
    return {
      ...entriesOf('organisations', this.#organisations, texts),
      ...entriesOf('people', this.#people, texts),
      ...entriesOf('irts', this.#irts, texts),
    }
  }
}

/** By handle, so that one is found by halves. */
function entriesOf(name: string, entries: ReadonlyMap<string, unknown>, texts: TextsBuilder): Columns {
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    [`${name}.handles`]: Uint32Array.from(sorted, ([handle]) => texts.numberOf(handle)),
    [`${name}.entries`]: Uint32Array.from(sorted, ([, entry]) => texts.numberOf(JSON.stringify(entry))),
  }
}

export class KeptDirectory implements Directory {
  readonly #columns: Columns
  readonly #texts: Texts

  constructor(columns: Columns, texts: Texts) {
    this.#columns = columns
    this.#texts = texts
  }

  organisation(handle: string): Organisation | null {
    return JSON.parse(this.#entry('organisations', handle))
  }

  person(handle: string): Person | null {
    return JSON.parse(this.#entry('people', handle))
  }

  irt(handle: string): Person | null {
    return JSON.parse(this.#entry('irts', handle))
  }

  /** As JSON, that of nothing where there is none. */
  #entry(name: string, handle: string): string {
    const [handles, entries] = [this.#columns[`${name}.handles`], this.#columns[`${name}.entries`]]
    if (handle === '' || !(handles instanceof Uint32Array) || !(entries instanceof Uint32Array)) return 'null'
    const wanted = handle.toUpperCase()
    const at = (row: number): string => this.#texts.at(handles[row] ?? 0)
    let [low, high] = [0, handles.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (at(middle) < wanted) low = middle + 1
      else high = middle
    }
    return low < handles.length && at(low) === wanted ? this.#texts.at(entries[low] ?? 0) : 'null'
  }
}

/** For abuse: the record's own contact, its organisation's, its incident team's. */
export function abuseEmail(record: References, directory: Directory): string | null {
  const organisation = directory.organisation(record.organisation)
  const own = record.contacts.filter(({ kind }) => kind === 'abuse-c').map(({ handle }) => handle)
  const people = [...own, organisation?.abuseContact ?? ''].map((handle) => directory.person(handle)?.abuseMailbox)
  const teams = record.irts.map((handle) => directory.irt(handle))
  return firstMail([
    record.abuseMailbox,
    ...people,
    organisation?.abuseMailbox,
    ...teams.flatMap((team) => [team?.abuseMailbox, team?.email]),
  ])
}

/** For whoever must be asked as the holder. */
export function contactEmail(record: References, directory: Directory): string | null {
  const admins = record.contacts.filter(({ kind }) => kind === 'admin-c')
  const organisation = directory.organisation(record.organisation)
  return firstMail([
    record.notify,
    ...admins.map(({ handle }) => directory.person(handle)?.email),
    organisation?.email,
    directory.person(organisation?.adminContact ?? '')?.email,
  ])
}

/** Public dumps hide addresses behind stars or one that nobody reads; those must never get a proof of ownership. */
const hidden = /\*|^unread@/i

const firstMail = (addresses: readonly (string | undefined)[]): string | null =>
  addresses.find((address) => address !== undefined && /^[^\s@]+@[^\s@]+$/.test(address) && !hidden.test(address)) ??
  null
