import { parsePrefix, type Prefix } from '../../kernel/ip/index.ts'
import type { Person } from '../datasets/directory.ts'
import type { RegistryRows } from '../datasets/registry-objects.ts'
import type { Shared } from '../datasets/registry-records.ts'
import type { ObjectClass } from '../datasets/registry.ts'
import type { RpslObject } from './rpsl.ts'
import { range4, rangeOf, readRange4, zoneOf } from './rpsl-space.ts'

/** What is taken from an object of each class. An answer that is not empty says why it is left out. */

interface Attribute {
  readonly name: string
  /** By which it is known again among those in which many objects are alike; 0: it is none of them. */
  readonly mark: number
}

const firstMark = 65

/** Found by the bytes of their names: a database has a hundred million, and most are not asked for. */
class Attributes {
  readonly #byLength = new Map<number, Attribute[]>()
  readonly #shared: readonly string[]

  /** Own: those in which each object differs from the next. */
  constructor(names: readonly string[], own: readonly string[]) {
    this.#shared = names.filter((name) => !own.includes(name))
    for (const name of names) {
      const place = this.#shared.indexOf(name)
      const alike = this.#byLength.get(name.length) ?? []
      this.#byLength.set(name.length, [...alike, { name, mark: place < 0 ? 0 : firstMark + place }])
    }
  }

  find(bytes: Uint8Array, from: number, to: number): Attribute | null {
    for (const each of this.#byLength.get(to - from) ?? []) if (isName(each.name, bytes, from)) return each
    return null
  }

  isShared(name: string): boolean {
    return this.#shared.includes(name)
  }

  named(mark: number): string {
    return this.#shared[mark - firstMark] ?? ''
  }
}

function isName(name: string, bytes: Uint8Array, from: number): boolean {
  for (let i = 0; i < name.length; i++) {
    const byte = bytes[from + i] ?? 0
    const lower = byte >= 65 && byte <= 90 ? byte + 32 : byte
    if (lower !== name.charCodeAt(i)) return false
  }
  return true
}

export interface ClassReader {
  readonly attributes: Attributes
  /** What its objects count as, where the file calls them by another name. */
  readonly as?: (object: RpslObject) => ObjectClass
  readonly take: (object: RpslObject, rows: RegistryRows) => string
}

interface ReaderOptions extends Pick<ClassReader, 'as'> {
  /** Attributes in which each object differs from the next: all, unless said otherwise. */
  readonly own?: string
}

export const reader = (
  attributes: string,
  take: ClassReader['take'],
  { own = attributes, as }: ReaderOptions = {},
): ClassReader => ({
  attributes: new Attributes(attributes.split(' '), own.split(' ')),
  take,
  ...(as && { as }),
})

export const taken = ''

/** What stands for space that is another registry's, or nobody's. */
const placeholders = new Set(['IANA-BLK', 'NON-RIPE-NCC-MANAGED-ADDRESS-BLOCK'])

const longestComment = 1000

/** LACNIC names the holder in the object itself, and need not give a source. */
export const isOwned = (object: RpslObject): boolean => object.all('owner').length > 0
const sourceOf = (object: RpslObject): string => object.one('source').toUpperCase() || (isOwned(object) ? 'LACNIC' : '')

/** Who speaks for the holder is called its owner's contact there. */
const contactKinds = [
  ['admin-c', 'admin-c'],
  ['owner-c', 'admin-c'],
  ['tech-c', 'tech-c'],
  ['abuse-c', 'abuse-c'],
  ['zone-c', 'zone-c'],
] as const

/** `20260105`, as LACNIC writes it, like the others do. */
const dayOf = (text: string): string => text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')

type Family = 4 | 6

/** Objects of each family have a class of their own, by which they are looked for. */
const notOf = (family: Family): string => `is of the class for IPv${family}, and its addresses are not`

const takeRecord =
  (family: Family) =>
  (object: RpslObject, rows: RegistryRows): string => {
    const isUsual = family === 4 && readRange4(object.key)
    const prefixes = isUsual ? [] : rangeOf(object.key)
    if (prefixes === null) return 'has no range of addresses'
    // LACNIC has one class for both.
    if (!isUsual && prefixes[0]?.family !== family && !isOwned(object)) return notOf(family)
    const netname = object.one('netname')
    const isAll = isUsual ? range4.last - range4.first === 0xffff_ffff : prefixes[0]?.length === 0
    if (placeholders.has(netname.toUpperCase()) || isAll) return taken
    const owners = object.all('owner')
    const own = {
      inetnum: object.key,
      netname,
      comment: [...owners, ...object.all('descr')].join('\n').slice(0, longestComment),
      created: dayOf(object.one('created')),
      lastModified: object.one('last-modified') || dayOf(object.one('changed')),
    }
    const alike = owners.length > 0 ? `owned${object.shared}` : object.shared
    const profile = rows.records.profileOf(alike, () => sharedOf(object))
    if (isUsual) rows.records.addRange4(range4.first, range4.last, profile, own)
    else for (const prefix of prefixes) rows.records.addPart(prefix, profile, own)
    return taken
  }

function sharedOf(object: RpslObject): Shared {
  const source = sourceOf(object)
  return {
    source,
    registry: registryOf(source),
    type: object.one('status'),
    handle: object.one('nethandle') || object.one('net-handle'),
    geofeed: geofeedOf(object),
    organisation: object.one('org'),
    notify: object.one('notify'),
    abuseMailbox: object.one('abuse-mailbox'),
    countries: listed(object, 'country').map((country) => country.toUpperCase()),
    maintainers: listed(object, 'mnt-by'),
    irts: listed(object, 'mnt-irt'),
    contacts: contactKinds.flatMap(([name, kind]) => listed(object, name).map((handle) => ({ handle, kind }))),
  }
}

/** RFC 9632 §3: an attribute of its own, or a remark that begins with the word. */
function geofeedOf(object: RpslObject): string | null {
  const remarks = object.all('remarks').map((line) => /^geofeed:?\s+(\S+)/i.exec(line)?.[1])
  return [object.one('geofeed'), ...remarks].find((url) => url !== undefined && /^https:\/\/\S+$/i.test(url)) ?? null
}

/** The registry whose database it is; an IRR that is none of them goes by its own name. */
function registryOf(source: string): string {
  const name = source.toLowerCase()
  return /^ripe(-nonauth)?$/.test(name) ? 'ripencc' : name
}

const takeRoute =
  (family: Family) =>
  (object: RpslObject, rows: RegistryRows): string => {
    const prefix = parsePrefix(object.key)
    if (!prefix.ok) return `has no prefix (${prefix.reason.replaceAll('_', ' ')})`
    if (prefix.value.family !== family) return notOf(family)
    const origin = asnOf(object.one('origin'))
    if (origin === null) return 'has no origin'
    const changed = object.all('changed')
    rows.routes.add({
      prefix: prefix.value,
      origin,
      source: object.one('source').toUpperCase(),
      descr: object.all('descr'),
      maintainers: listed(object, 'mnt-by'),
      changed: changed.length > 0 ? changed : object.all('last-modified'),
    })
    return taken
  }

function takeZone(object: RpslObject, rows: RegistryRows): string {
  const domain = object.key.toLowerCase().replace(/\.$/, '')
  const prefixes: readonly Prefix[] | null = zoneOf(domain)
  // Telephone numbers have zones too.
  if (prefixes === null) return /\.(in-addr|ip6)\.arpa$/.test(domain) ? 'is no reverse zone' : taken
  const nameservers = object.all('nserver').map((line) => (line.split(/\s/)[0] ?? '').toLowerCase().replace(/\.$/, ''))
  for (const prefix of prefixes) rows.zones.add({ prefix, domain, nameservers })
  return taken
}

function takeAutNum(object: RpslObject, rows: RegistryRows): string {
  const asn = asnOf(object.key)
  if (asn === null) return 'has no AS number'
  rows.addAutNum(asn, object.one('as-name'), object.one('org'), object.one('owner') || (object.all('descr')[0] ?? ''))
  return taken
}

const personOf = (object: RpslObject): Person => ({
  email: object.one('e-mail'),
  abuseMailbox: object.one('abuse-mailbox'),
})

const people = reader('nic-hdl e-mail abuse-mailbox source', (object, rows) => {
  rows.directory.addPerson(object.one('nic-hdl'), personOf(object))
  return taken
})

/** LACNIC's begin with the handle, and have one address for everything. */
const contacts = reader(
  'nic-hdl e-mail',
  (object, rows) => {
    const email = object.one('e-mail')
    rows.directory.addPerson(object.key, { email, abuseMailbox: email })
    return taken
  },
  { as: () => 'whois-person' },
)

const record =
  'netname descr country org admin-c tech-c abuse-c zone-c abuse-mailbox status notify mnt-by mnt-irt created ' +
  'last-modified source remarks geofeed nethandle net-handle owner owner-c changed'
/** Of a holder's records these differ. */
const ofRecord = 'netname descr owner created last-modified changed'
const route = 'origin descr mnt-by changed last-modified source'

const classes: Readonly<Record<string, ClassReader>> = {
  inetnum: reader(`inetnum ${record}`, takeRecord(4), {
    own: `inetnum ${ofRecord}`,
    as: (object) => (object.key.includes(':') && isOwned(object) ? 'inet6num' : 'inetnum'),
  }),
  inet6num: reader(`inet6num ${record}`, takeRecord(6), { own: `inet6num ${ofRecord}` }),
  route: reader(`route ${route}`, takeRoute(4)),
  route6: reader(`route6 ${route}`, takeRoute(6)),
  domain: reader('domain nserver source', takeZone),
  'aut-num': reader('aut-num as-name org descr source owner', takeAutNum, {
    as: (object) => (isOwned(object) ? 'whois-aut-num' : 'aut-num'),
  }),
  organisation: reader('organisation org-name e-mail abuse-c abuse-mailbox source', (object, rows) => {
    const { email, abuseMailbox } = personOf(object)
    const name = object.one('org-name')
    rows.directory.addOrganisation(object.key, { name, email, abuseMailbox, abuseContact: object.one('abuse-c') })
    return taken
  }),
  role: people,
  person: people,
  'nic-hdl': contacts,
  irt: reader('irt e-mail abuse-mailbox source', (object, rows) => {
    rows.directory.addIrt(object.key, personOf(object))
    return taken
  }),
}

/** Null for a class of which nothing is asked. */
export const readersOf = (name: string): ClassReader | null =>
  Object.hasOwn(classes, name) ? (classes[name] ?? null) : null

/** Names may stand in several attributes, or in one with commas. */
const listed = (object: RpslObject, name: string): string[] =>
  object.all(name).flatMap((line) => line.split(/[\s,]+/).filter(Boolean))

function asnOf(text: string): number | null {
  // LACNIC leaves the letters out.
  const digits = /^(?:AS)?(\d{1,10})$/i.exec(text)?.[1]
  const asn = digits === undefined ? Number.NaN : Number(digits)
  return asn <= 0xffff_ffff ? asn : null
}
