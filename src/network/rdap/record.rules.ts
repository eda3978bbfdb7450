import { comparePrefixes, contains, type Prefix } from '../../kernel/ip/index.ts'
import type { RegistryRecord } from '../fact.rules.ts'
import type { RdapRecord } from './answer.rules.ts'

/** A registry's answer in the form in which imported databases say the same. */

export function asRegistryRecord(record: RdapRecord, block: Prefix): RegistryRecord {
  const around = record.prefixes.filter((prefix) => contains(prefix, block)).toSorted(comparePrefixes)[0] ?? block
  return {
    prefix: around,
    inetnum: record.range,
    registry: record.registry ?? '',
    source: 'RDAP',
    organisation: record.holder,
    netname: record.name,
    type: record.type,
    handle: record.handle,
    comment: record.remarks.join('\n'),
    created: record.created,
    lastModified: record.lastChanged,
    notify: '',
    countries: record.country === null ? [] : [record.country],
    maintainers: record.maintainers,
    irts: [],
    contacts: record.contacts.flatMap(({ handle, roles }) => roles.map((kind) => ({ handle, kind }))),
    // Nobody is mailed unasked: the holder chooses among the contacts.
    contactEmail: null,
    abuseEmail: record.contacts.find(({ roles }) => roles.includes('abuse'))?.emails[0] ?? null,
    geofeed: null,
  }
}
