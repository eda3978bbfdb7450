import { parsePrefix, type Prefix } from '../../kernel/ip/index.ts'
import type { Person } from '../datasets/directory.ts'
import type { RegistryRows } from '../datasets/registry-objects.ts'
import type { RpslObject } from './rpsl.ts'
import { rangeOf, zoneOf } from './rpsl-space.ts'

/** What is taken from an object of each class. An answer that is not empty says why it is left out. */

/** Names of attributes, found by their bytes: a database has a hundred million, and most are not asked for. */
class Names {
  readonly #byLength = new Map<number, string[]>()

  constructor(names: readonly string[]) {
    for (const name of names) this.#byLength.set(name.length, [...(this.#byLength.get(name.length) ?? []), name])
  }

  find(bytes: Uint8Array, from: number, to: number): string | null {
    for (const name of this.#byLength.get(to - from) ?? []) if (isName(name, bytes, from)) return name
    return null
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

interface ClassReader {
  readonly names: Names
  readonly take: (object: RpslObject, rows: RegistryRows) => string
}

const reader = (attributes: string, take: ClassReader['take']): ClassReader => ({
  names: new Names(attributes.split(' ')),
  take,
})

const taken = ''

/** What stands for space that is another registry's, or nobody's. */
const placeholders = new Set(['IANA-BLK', 'NON-RIPE-NCC-MANAGED-ADDRESS-BLOCK'])

const longestComment = 1000

function takeRecord(object: RpslObject, rows: RegistryRows): string {
  const prefixes = rangeOf(object.key)
  if (prefixes === null) return 'has no range of addresses'
  const netname = object.one('netname')
  if (placeholders.has(netname.toUpperCase()) || prefixes[0]?.length === 0) return taken
  const contacts = ['admin-c', 'tech-c', 'abuse-c', 'zone-c'].flatMap((kind) =>
    listed(object, kind).map((handle) => ({ handle, kind })),
  )
  rows.records.addObject(prefixes, {
    inetnum: object.key,
    netname,
    comment: object.all('descr').join('\n').slice(0, longestComment),
    created: object.one('created'),
    lastModified: object.one('last-modified'),
    source: object.one('source').toUpperCase(),
    registry: registryOf(object.one('source')),
    type: object.one('status'),
    handle: object.one('nethandle') || object.one('net-handle'),
    geofeed: geofeedOf(object),
    organisation: object.one('org'),
    notify: object.one('notify'),
    abuseMailbox: object.one('abuse-mailbox'),
    countries: listed(object, 'country').map((country) => country.toUpperCase()),
    maintainers: listed(object, 'mnt-by'),
    irts: listed(object, 'mnt-irt'),
    contacts,
  })
  return taken
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

function takeRoute(object: RpslObject, rows: RegistryRows): string {
  const prefix = parsePrefix(object.key)
  if (!prefix.ok) return `has no prefix (${prefix.reason.replaceAll('_', ' ')})`
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
  rows.addAutNum(asn, object.one('as-name'), object.one('org'), object.all('descr')[0] ?? '')
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

const record =
  'netname descr country org admin-c tech-c abuse-c zone-c abuse-mailbox status notify mnt-by mnt-irt created ' +
  'last-modified source remarks geofeed nethandle net-handle'
const route = 'origin descr mnt-by changed last-modified source'

const classes: Readonly<Record<string, ClassReader>> = {
  inetnum: reader(`inetnum ${record}`, takeRecord),
  inet6num: reader(`inet6num ${record}`, takeRecord),
  route: reader(`route ${route}`, takeRoute),
  route6: reader(`route6 ${route}`, takeRoute),
  domain: reader('domain nserver source', takeZone),
  'aut-num': reader('aut-num as-name org descr source', takeAutNum),
  organisation: reader('organisation org-name e-mail abuse-c abuse-mailbox source', (object, rows) => {
    const { email, abuseMailbox } = personOf(object)
    const name = object.one('org-name')
    rows.directory.addOrganisation(object.key, { name, email, abuseMailbox, abuseContact: object.one('abuse-c') })
    return taken
  }),
  role: people,
  person: people,
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
  const digits = /^AS(\d{1,10})$/i.exec(text)?.[1]
  const asn = digits === undefined ? Number.NaN : Number(digits)
  return asn <= 0xffff_ffff ? asn : null
}
