import { contains, formatPrefix, knownPrefix, type Prefix } from '../../kernel/ip/index.ts'
import { intendedCount, intendedPrefixes, irrOf } from '../../network/index.ts'
import { connectorKinds, type ConnectorKind } from '../connector/kind.rules.ts'
import type { ObjectKind } from './object.states.ts'

/** What should be at the registries: it follows from live letters, and from nothing else. */

export interface LetterFacts {
  readonly block: string
  readonly asn: number
  readonly max_length: number
  readonly status: 'pending' | 'active'
  readonly roa: boolean
  readonly route: boolean
  readonly radb: boolean
  readonly registry: string
  readonly lease_status: string
  readonly authorisation: string
  readonly company_name: string
  readonly company_confirmed: boolean
  readonly whois_exposed: boolean
  /** Whether the number may get letters now. */
  readonly asnValid: boolean
}

interface ConnectorFacts {
  readonly uuid: string
  readonly kind: ConnectorKind
  readonly source: string | null
  readonly resources: readonly string[]
}

export interface WantedObject {
  readonly connector_uuid: string
  readonly kind: ObjectKind
  readonly prefix: string
  readonly asn: number
  readonly company: string | null
}

/** All of a /16 down to /24. Of what needs more ROAs than that a person has to think, and gets the text to paste. */
const mostRoas = 511

/**
 * A letter in force needs its objects whatever happens to its lease or its number meanwhile: what ends them is its own
 * end. One that waits needs them once nothing but the ROA is missing.
 */
function isNeedy(letter: LetterFacts): boolean {
  if (letter.status === 'active') return true
  const { lease_status, authorisation, company_confirmed, asnValid } = letter
  return lease_status === 'active' && authorisation === 'signed' && company_confirmed && asnValid
}

/** `kept`: what a connector has already stays with it, though another would do as well. */
export function wantedFor(
  letter: LetterFacts,
  connectors: readonly ConnectorFacts[],
  kept: (wanted: WantedObject) => boolean = () => false,
): WantedObject[] {
  if (!isNeedy(letter)) return []
  return [...roasFor(letter, connectors, kept), ...routesFor(letter, connectors)]
}

function roasFor(
  letter: LetterFacts,
  connectors: readonly ConnectorFacts[],
  kept: (wanted: WantedObject) => boolean,
): WantedObject[] {
  const intent = { block: knownPrefix(letter.block), maxLength: letter.max_length }
  if (!letter.roa || intendedCount(intent) > mostRoas) return []
  const rpki = connectors.filter(({ kind }) => connectorKinds[kind].area === 'rpki')
  const roaAt = (connector_uuid: string, prefix: Prefix): WantedObject => ({
    connector_uuid,
    kind: 'roa',
    prefix: formatPrefix(prefix),
    asn: letter.asn,
    company: null,
  })
  return [...intendedPrefixes(intent)].flatMap((prefix) => {
    const at = rpki.find(({ uuid }) => kept(roaAt(uuid, prefix))) ?? rpki.find((connector) => covers(connector, prefix))
    return at ? roaAt(at.uuid, prefix) : []
  })
}

const covers = ({ resources }: ConnectorFacts, prefix: Prefix): boolean =>
  resources.some((resource) => contains(knownPrefix(resource), prefix))

/** Where the registry makes them of ROAs, there is none to make. */
function routesFor(letter: LetterFacts, connectors: readonly ConnectorFacts[]): WantedObject[] {
  const own = irrOf(letter.registry)
  const sources = new Set([...(letter.route && own ? [own] : []), ...(letter.radb ? ['RADB'] : [])])
  return [...sources].flatMap((source) => {
    const at = connectors.find((one) => one.source === source)
    const company = letter.whois_exposed ? letter.company_name.slice(0, 200) : null
    return at ? { connector_uuid: at.uuid, kind: 'route' as const, prefix: letter.block, asn: letter.asn, company } : []
  })
}
