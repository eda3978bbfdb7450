import { formatPrefix } from '../../kernel/ip/index.ts'
import {
  contactOf,
  described,
  inetnumObject,
  netnameOf,
  unknown,
  type RegistryText,
  type RpslFacts,
} from './rpsl.rules.ts'

/** That a block is used by somebody else, as each registry wants to be told. */

/** What the lessee knows and we do not. */
const customer = {
  name: 'CUSTOMER-NAME',
  address: 'CUSTOMER-ADDRESS',
  city: 'CUSTOMER-CITY',
  state: 'CUSTOMER-STATE',
  postcode: 'CUSTOMER-POSTCODE',
  country: 'CUSTOMER-COUNTRY',
  owner: 'CUSTOMER-OWNER-ID',
} as const

/** An object in RPSL, or what a registry has in its place. */
export function recordText(facts: RpslFacts, source: string): RegistryText | null {
  if (source === 'ARIN') return { kind: 'reassignment', source, text: arinTemplate(facts) }
  if (source === 'LACNIC') return { kind: 'reassignment', source, text: lacnicValues(facts) }
  return inetnumObject(facts, source)
}

/**
 * A simple reassignment (SWIP), as ARIN's template has it and its open-source processor reads it. Its fields are those of
 * ARIN Online and of Reg-RWS, too; ARIN itself takes no templates by mail any more.
 */
function arinTemplate({ block, asn, company, geofeed, record }: RpslFacts): string {
  const name = company === null ? customer.name : described(company)
  const fields = [
    ['00. API Key', 'YOUR-API-KEY'],
    ['01. Registration Action (N,M, or R)', 'N'],
    ['02. Network Name', netnameOf(record?.netname ?? '', block)],
    ['03. IP Address and Prefix or Range', formatPrefix(block)],
    ['04. Origin AS', `AS${asn}`],
    // Yes is for private persons alone.
    ['05. Private (Yes or No)', 'No'],
    ['06. Customer Name', name],
    ['07. Customer Address', customer.address],
    ['08. Customer City', customer.city],
    ['09. Customer State/Province', customer.state],
    ['10. Customer Postal Code', customer.postcode],
    ['11. Customer Country Code', customer.country],
    ['12. Public Comments', geofeed === null ? '' : `Geofeed ${geofeed}`],
  ]
  const lines = fields.map(([field, value]) => `${field}: ${value}`.trimEnd())
  return ['Template: ARIN-REASSIGN-SIMPLE-5.0', ...lines, 'END OF TEMPLATE', ''].join('\n')
}

/** LACNIC has a form and no text to send: what to type there, in the words of its own records. */
function lacnicValues(facts: RpslFacts): string {
  const { block, company, geofeed } = facts
  const values = [
    ['inetnum', formatPrefix(block)],
    ['status', 'reassigned'],
    ['owner', company === null ? customer.name : described(company)],
    ['ownerid', customer.owner],
    ['country', customer.country],
    ['owner-c', contactOf(facts, 'owner-c') ?? unknown.contact],
    ['tech-c', contactOf(facts, 'tech-c') ?? unknown.contact],
    ['abuse-c', contactOf(facts, 'abuse-c') ?? unknown.contact],
    ...unknown.nameservers.map((name) => ['nserver', name]),
    ...(geofeed === null ? [] : [['geofeed', geofeed]]),
  ]
  return values.map(([name, value]) => `${`${name}:`.padEnd(13)}${value}\n`).join('')
}

/** Why the registry takes no record inside the one there is; null where it does. */
export function whyNoRecord(type: string, source: string): string | null {
  if (source === 'RIPE' && type === 'ALLOCATED-ASSIGNED PA')
    return 'its record is ALLOCATED-ASSIGNED PA: make it ALLOCATED PA first, or RIPE takes no record inside it'
  if (/^(DIRECT )?(RE)?ASSIGN/i.test(type))
    return `its record is ${type}: ${source} takes no record inside one that is assigned; say in its remarks who uses the block`
  return null
}
