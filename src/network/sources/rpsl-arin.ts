import type { RegistryRows } from '../datasets/registry-objects.ts'
import type { RpslObject } from './rpsl.ts'
import { isOwned, reader, taken, type ClassReader } from './rpsl-classes.ts'
import { rangeOf } from './rpsl-space.ts'

/** ARIN's bulk whois: objects like the others', under names of its own. It comes as one file, or as one of each class. */

/** Whose space and numbers the others' are: they know more. */
const otherRegistries = new Set(['RIPE', 'APNIC', 'LACNIC', 'AFRINIC', 'IANA'])

/** Blocks of AS numbers are as large as this where somebody holds them. */
const largestBlock = 4096

function takeNet(object: RpslObject, rows: RegistryRows): string {
  const prefixes = rangeOf(object.one('netrange'))
  if (prefixes === null) return 'has no range of addresses'
  const organisation = object.one('orgid')
  if (otherRegistries.has(organisation.toUpperCase())) return taken
  const own = {
    inetnum: object.one('netrange'),
    netname: object.one('netname'),
    comment: object.all('comment').join('\n'),
    created: object.one('regdate'),
    lastModified: object.one('updated'),
  }
  // Each has a handle of its own, so that no two are alike.
  const profile = rows.records.profileOf(object.key, () => ({
    source: 'ARIN',
    registry: 'arin',
    type: object.one('nettype'),
    handle: object.key,
    geofeed: geofeedOf(object),
    organisation,
    notify: '',
    abuseMailbox: '',
    countries: [],
    maintainers: [],
    irts: [],
    contacts: [
      ...['abusehandle', 'netabusehandle'].flatMap(named(object, 'abuse-c')),
      ...['techhandle', 'nettechhandle'].flatMap(named(object, 'tech-c')),
    ],
  }))
  for (const prefix of prefixes) rows.records.addPart(prefix, profile, own)
  return taken
}

const named = (object: RpslObject, kind: string) => (attribute: string) =>
  object.all(attribute).map((handle) => ({ handle, kind }))

/** RFC 9632 §3 has ARIN's holders write it into a comment. */
const geofeedOf = (object: RpslObject): string | null =>
  object
    .all('comment')
    .map((line) => /^geofeed:?\s+(https:\/\/\S+)/i.exec(line)?.[1])
    .find(Boolean) ?? null

function takeAs(object: RpslObject, rows: RegistryRows): string {
  const [, first = '', last = first] = /^(\d{1,10})(?:\s*-\s*(\d{1,10}))?$/.exec(object.one('asnumber')) ?? []
  const [from, to] = [Number(first), Number(last)]
  if (first === '' || to < from || to > 0xffff_ffff) return 'has no AS number'
  const organisation = object.one('orgid')
  if (otherRegistries.has(organisation.toUpperCase()) || to - from >= largestBlock) return taken
  for (let asn = from; asn <= to; asn++) rows.addAutNum(asn, object.one('asname'), organisation, '')
  return taken
}

const net =
  'orgid netname netrange nettype regdate updated source comment abusehandle netabusehandle techhandle nettechhandle'

const classes: Readonly<Record<string, ClassReader>> = {
  nethandle: reader(`nethandle ${net}`, takeNet, { as: () => 'inetnum' }),
  v6nethandle: reader(`v6nethandle ${net}`, takeNet, { as: () => 'inet6num' }),
  ashandle: reader('ashandle orgid asname asnumber source', takeAs, { as: () => 'whois-aut-num' }),
  orgid: reader(
    'orgid orgname orgabusehandle orgadminhandle source',
    (object, rows) => {
      rows.directory.addOrganisation(object.key, {
        name: object.one('orgname'),
        email: '',
        abuseMailbox: '',
        abuseContact: object.one('orgabusehandle'),
        adminContact: object.one('orgadminhandle'),
      })
      return taken
    },
    { as: () => 'organisation' },
  ),
  pochandle: reader(
    'pochandle mailbox email source',
    (object, rows) => {
      const email = object.one('mailbox') || object.one('email')
      rows.directory.addPerson(object.key, { email, abuseMailbox: email })
      return taken
    },
    { as: () => 'whois-person' },
  ),
}

export const arinReaderOf = (name: string): ClassReader | null =>
  Object.hasOwn(classes, name) ? (classes[name] ?? null) : null

/** Of the two registries that publish whois and IRR apart, whose whois begins with such an object; empty: it is neither. */
export function whoisOf(name: string, object: RpslObject): string {
  if (Object.hasOwn(classes, name)) return 'ARIN'
  return name === 'nic-hdl' || isOwned(object) ? 'LACNIC' : ''
}
