import { firstAddress, formatAddress, formatPrefix, lastAddress, type Prefix } from '../../kernel/ip/index.ts'
import type { RegistryRecord } from '../../network/index.ts'

/** Registry objects for a letter, to be pasted into a registry's form (RFC 2622). */

export interface RpslObject {
  readonly kind: 'route' | 'inetnum'
  /** The IRR or registry that keeps it. */
  readonly source: string
  readonly text: string
}

export interface RpslFacts {
  readonly block: Prefix
  readonly asn: number
  /** Who uses the block; null where that is not to be known. */
  readonly company: string | null
  /** Of the holder's own at its registry, the first is taken. */
  readonly maintainers: readonly string[]
  readonly record: Pick<RegistryRecord, 'netname' | 'countries' | 'contacts' | 'type'> | null
}

/** Where we do not know what to write, the holder does. */
const unknown = { maintainer: 'YOUR-MAINTAINER', contact: 'YOUR-CONTACT', country: 'YOUR-COUNTRY' } as const

export const radb = 'RADB'

/** A maintainer of a registry is none in RADB, which has its own. */
export function routeObject({ block, asn, company, maintainers }: RpslFacts, source: string): RpslObject {
  const [maintainer = unknown.maintainer] = source === radb ? [] : maintainers
  return object('route', source, [
    [block.family === 4 ? 'route' : 'route6', formatPrefix(block)],
    ['origin', `AS${asn}`],
    ['descr', described(company)],
    ['mnt-by', maintainer],
    ['source', source],
  ])
}

export function inetnumObject(facts: RpslFacts, source: string): RpslObject {
  const { block, company, record } = facts
  const [maintainer = unknown.maintainer] = facts.maintainers
  const contact = (kind: string) => record?.contacts.find((one) => one.kind === kind)?.handle ?? unknown.contact
  return object('inetnum', source, [
    ['inetnum', `${formatAddress(firstAddress(block))} - ${formatAddress(lastAddress(block))}`],
    ['netname', netnameOf(record?.netname ?? '', block)],
    ['descr', described(company)],
    ['country', record?.countries[0] ?? unknown.country],
    ['admin-c', contact('admin-c')],
    ['tech-c', contact('tech-c')],
    ['status', /PORTABLE/.test(record?.type ?? '') ? 'ASSIGNED NON-PORTABLE' : 'ASSIGNED PA'],
    ['mnt-by', maintainer],
    ['source', source],
  ])
}

const described = (company: string | null): string => (company === null ? 'Leased address space' : plain(company))

/** Unlike its parent's and its neighbours'. */
const netnameOf = (parent: string, block: Prefix): string =>
  `${parent === '' ? 'LEASED' : parent}-${formatAddress(firstAddress(block)).replaceAll(/[.:]/g, '-')}`

/** Every registry takes ASCII. A hash begins a comment, and a new line an attribute of somebody else's choice. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[\s\p{Cc}#]+/gu, ' ')
    .replaceAll(/[^\x20-\x7E]/g, '?')
    .trim()

const valuesFrom = 16

const object = (
  kind: RpslObject['kind'],
  source: string,
  attributes: readonly (readonly [name: string, value: string])[],
): RpslObject => ({
  kind,
  source,
  text: attributes.map(([name, value]) => `${`${name}:`.padEnd(valuesFrom)}${value}\n`).join(''),
})
