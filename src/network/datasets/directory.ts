/** Whom objects refer to: organisations, people and roles, incident teams. Only what is asked of them is kept. */

interface Organisation {
  readonly name: string
  readonly email: string
  readonly abuseMailbox: string
  readonly abuseContact: string
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

export class Directory {
  readonly #organisations = new Map<string, Organisation>()
  readonly #people = new Map<string, Person>()
  readonly #irts = new Map<string, Person>()

  addOrganisation(handle: string, organisation: Organisation): void {
    this.#organisations.set(handle.toUpperCase(), organisation)
  }

  addPerson(handle: string, person: Person): void {
    if (person.email !== '' || person.abuseMailbox !== '') this.#people.set(handle.toUpperCase(), person)
  }

  addIrt(handle: string, irt: Person): void {
    this.#irts.set(handle.toUpperCase(), irt)
  }

  organisationName(handle: string): string {
    return this.#organisation(handle)?.name ?? ''
  }

  /** For abuse: the record's own contact, its organisation's, its incident team's. */
  abuseEmail(record: References): string | null {
    const organisation = this.#organisation(record.organisation)
    const own = record.contacts.filter(({ kind }) => kind === 'abuse-c').map(({ handle }) => handle)
    const people = [...own, organisation?.abuseContact ?? ''].map((handle) => this.#person(handle)?.abuseMailbox)
    const teams = record.irts.map((handle) => this.#irts.get(handle.toUpperCase()))
    return firstMail([
      record.abuseMailbox,
      ...people,
      organisation?.abuseMailbox,
      ...teams.flatMap((team) => [team?.abuseMailbox, team?.email]),
    ])
  }

  /** For whoever must be asked as the holder. */
  contactEmail(record: References): string | null {
    const admins = record.contacts.filter(({ kind }) => kind === 'admin-c')
    return firstMail([
      record.notify,
      ...admins.map(({ handle }) => this.#person(handle)?.email),
      this.#organisation(record.organisation)?.email,
    ])
  }

  #organisation(handle: string): Organisation | undefined {
    return this.#organisations.get(handle.toUpperCase())
  }

  #person(handle: string): Person | undefined {
    return this.#people.get(handle.toUpperCase())
  }
}

/** Public dumps hide addresses behind stars or one that nobody reads; those must never get a proof of ownership. */
const hidden = /\*|^unread@/i

const firstMail = (addresses: readonly (string | undefined)[]): string | null =>
  addresses.find((address) => address !== undefined && /^[^\s@]+@[^\s@]+$/.test(address) && !hidden.test(address)) ??
  null
