import { isMailSent, type PeopleFacts } from '../identity/index.ts'
import type { Check, Lack, Remark } from '../kernel/readiness.ts'
import { lackOfData, type DataFacts, type RdapFacts } from '../network/index.ts'

/** What holders need to bring a block to the market. */

export interface MarketFacts extends PeopleFacts, DataFacts, RdapFacts {
  readonly config: PeopleFacts['config'] & { readonly proofAsn: number | null; readonly proofConsents: number }
}

export const marketChecks: readonly Check<MarketFacts>[] = [
  {
    step: 'prove',
    lacks: (facts) =>
      lackOfRecords(
        facts,
        "Without a block's record nobody is known to mail a code to, no token in it is seen, and nobody notices when the block is another's.",
      ),
  },
  { step: 'prove', lacks: lackOfList },
  {
    step: 'prove',
    lacks: (facts) =>
      facts.config.proofAsn === null
        ? null
        : lackOfData(
            facts,
            ['vrps', 'announcements'],
            `Without it nobody can prove a block by a ROA for AS${facts.config.proofAsn}: it would not be seen, nor which routes it harms.`,
          ),
  },
  { step: 'prove', lacks: lackOfConsents },
  {
    step: 'check',
    lacks: (facts) =>
      lackOfRecords(facts, 'The check of the registry record is skipped, and blocks come to the market so.'),
  },
  {
    step: 'check',
    lacks: (facts) =>
      lackOfData(
        facts,
        ['announcements', 'vrps', 'blocklist'],
        'Without it blocks come to the market with their checks skipped.',
      ),
  },
]

export const marketRemarks: readonly Remark<MarketFacts>[] = [
  { step: 'prove', says: sayWays },
  {
    step: 'prove',
    says: ({ rdap }) =>
      rdap.asks === 'registries'
        ? `Registries are asked by IANA's list of servers of ${dayOf(rdap.published)}, ${rdap.fetchedAt === null ? 'which is shipped' : `fetched on ${dayOf(rdap.fetchedAt)}`}.`
        : null,
  },
]

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

/** From the registry itself or from its database: one of them is enough. */
function lackOfRecords(facts: MarketFacts, why: string): Lack | null {
  const lack = facts.rdap.asks === 'nobody' ? lackOfData(facts, ['registryobjects'], why) : null
  return (
    lack && {
      missing: `Registries are not asked about blocks (SUBLET_RDAP=off). ${lack.missing}`,
      why,
      next: `Set SUBLET_RDAP=iana and start again. Or use their databases: ${lack.next}`,
    }
  )
}

function lackOfList({ rdap }: MarketFacts): Lack | null {
  if (rdap.asks !== 'registries' || rdap.fetchedAt !== null) return null
  return {
    missing: `IANA's list of RDAP servers has not been fetched yet; the one that is shipped is of ${dayOf(rdap.published)}.`,
    why: 'Where it cannot be had, registries mostly cannot be asked either, and no holder at ARIN, APNIC or LACNIC is known.',
    next: 'Start the server, which fetches it at once. If it does not come, let the server reach the address of SUBLET_RDAP_BOOTSTRAP, or name a copy there; where registries are not to be asked, set SUBLET_RDAP=off.',
  }
}

/** Where there is no operator at all, another row says so. */
function lackOfConsents({ operators, config: { proofConsents } }: MarketFacts): Lack | null {
  if (operators === 0 || operators >= proofConsents) return null
  return {
    missing: `Documents want the word of ${proofConsents} operators (SUBLET_PROOF_CONSENTS), and there is one.`,
    why: 'What one operator is convinced of waits for a second for ever.',
    next: 'Add a person to the operator company, in the portal or by "npx sublet user create", or set SUBLET_PROOF_CONSENTS=1.',
  }
}

/** Which of the five ways of proof are open here (ADR 84), and what the others want. */
function sayWays(facts: MarketFacts): string {
  const { config, data, rdap, operators } = facts
  const recordsSeen = rdap.asks !== 'nobody' || data.registryobjects === 'fresh'
  const routesSeen = data.vrps === 'fresh' && data.announcements === 'fresh'
  const ways: readonly (readonly [way: string, without: string | null])[] = [
    ['a mailed code', !isMailSent(facts) ? 'no mail server' : recordsSeen ? null : 'no records'],
    ['a token in the record', recordsSeen ? null : 'no records'],
    ['a TXT record in the reverse zone', null],
    ['a ROA', config.proofAsn === null ? 'SUBLET_PROOF_ASN is not set' : routesSeen ? null : 'no fresh data'],
    ["an operator's word", operators >= config.proofConsents ? null : 'too few operators'],
  ]
  const open = ways.flatMap(([way, without]) => (without === null ? way : []))
  const closed = ways.flatMap(([way, without]) => (without === null ? [] : `${way} (${without})`))
  return `A block can be proven by ${open.join(', ')}${closed.length === 0 ? '' : `; not by ${closed.join(', ')}`}.`
}
