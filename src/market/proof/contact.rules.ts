import { createHash } from 'node:crypto'
import { isMailbox, isRegistryMailbox, mailboxOf, type RdapContact, type RegistryRecord } from '../../network/index.ts'

/** To whom of a registry's record a code may be mailed. The list is shown masked: whoever lists a block may be anybody. */

export interface Contact {
  /** Names it without showing it. */
  readonly id: string
  readonly address: string
  readonly masked: string
  readonly roles: readonly string[]
}

interface Addressed {
  readonly address: string
  readonly roles: readonly string[]
}

export interface ContactList {
  readonly contacts: readonly Contact[]
  /** Left out, and why. */
  readonly left: { readonly registrys: number; readonly providers: number }
}

/** Of a registry's own answer; `shared` is who else stands in the provider's record. */
export function contactsOf(contacts: readonly RdapContact[], shared: readonly string[]): ContactList {
  return listOf(
    contacts.flatMap(({ emails, roles }) => emails.map((address) => ({ address, roles }))),
    shared,
  )
}

/** Of an imported database, which tells two addresses at most. */
export function contactsOfRecord({ contactEmail, abuseEmail }: RegistryRecord): ContactList {
  const each = [
    { address: contactEmail, roles: ['registrant'] },
    { address: abuseEmail, roles: ['abuse'] },
  ]
  return listOf(
    each.flatMap(({ address, roles }) => (address === null ? [] : { address, roles })),
    [],
  )
}

function listOf(all: readonly Addressed[], shared: readonly string[]): ContactList {
  const mailable = all.filter(({ address }) => isMailbox(address))
  const ofOthers = new Set(shared.map(mailboxOf))
  const [registrys, theirs] = partition(mailable, ({ address }) => isRegistryMailbox(address))
  const [providers, own] = partition(theirs, ({ address }) => ofOthers.has(mailboxOf(address)))
  const once = Map.groupBy(own, ({ address }) => mailboxOf(address))
  const contacts = [...once.entries()].map(([mailbox, same]) => ({
    id: contactId(mailbox),
    address: same[0]?.address ?? mailbox,
    masked: maskedMailbox(mailbox),
    roles: [...new Set(same.flatMap(({ roles }) => roles))],
  }))
  return { contacts, left: { registrys: registrys.length, providers: providers.length } }
}

const partition = <T>(all: readonly T[], holds: (one: T) => boolean): [T[], T[]] => [
  all.filter(holds),
  all.filter((one) => !holds(one)),
]

const contactId = (mailbox: string): string => createHash('sha256').update(mailbox).digest('hex').slice(0, 16)

/** `h•••r@holder.example`: whoever reads that mailbox knows it, nobody else learns it. */
export function maskedMailbox(address: string): string {
  const at = address.lastIndexOf('@')
  const [name, domain] = [address.slice(0, at), address.slice(at + 1)]
  return `${name.slice(0, 1)}•••${name.length > 3 ? name.slice(-1) : ''}@${domain}`
}
