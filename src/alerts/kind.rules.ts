import type { Role } from '../kernel/endpoint.ts'

/** What people are alerted to, who of them, and how they hear of it beside their inbox. */

export const mailWays = ['at_once', 'daily', 'never'] as const

/** Each alert in a mail, all of a day in one, or none. */
export type MailWay = (typeof mailWays)[number]

interface KindRow {
  readonly title: string
  readonly says: string
  /** Only people of the company that runs the marketplace hear of it. */
  readonly operators?: true
  /** Somebody must know it: owners are mailed at once, whatever they or their company would rather have. */
  readonly duty?: true
  /** Unless somebody has chosen. Viewers cannot act on anything, so they look into their inbox. */
  readonly mail: Readonly<Record<Role, MailWay>>
}

const toActors = { owner: 'at_once', member: 'at_once', viewer: 'never' } as const
const toOwners = { owner: 'at_once', member: 'never', viewer: 'never' } as const

export const kinds = {
  routing: {
    title: 'Routing',
    says: 'Prefixes whose routing turned critical or recovered; connected registries and name servers that fail.',
    mail: toActors,
  },
  leases: {
    title: 'Leases',
    says: 'Leases that are suspended, end or will not renew.',
    duty: true,
    mail: toActors,
  },
  payments: { title: 'Payments', says: 'Failed payments.', duty: true, mail: toOwners },
  offers: {
    title: 'Listings',
    says: 'Blocks that enter or leave the market, and proofs of ownership that no longer hold.',
    mail: toActors,
  },
  searches: { title: 'Saved searches', says: 'New matches for your saved searches.', mail: toActors },
  data: {
    title: 'Data',
    says: 'Data sources that turn stale or recover.',
    operators: true,
    mail: { owner: 'at_once', member: 'at_once', viewer: 'at_once' },
  },
} as const satisfies Record<string, KindRow>

export type Kind = keyof typeof kinds

export const kindNames = Object.keys(kinds) as Kind[]

export const isKind = (name: string): name is Kind => Object.hasOwn(kinds, name)

export const isForOperators = (kind: Kind): boolean => 'operators' in kinds[kind]

export const isDuty = (kind: Kind): boolean => 'duty' in kinds[kind]

/** For a company to choose: operators choose for themselves, and nobody does without duty. */
export const companyKinds = kindNames.filter((kind) => !isForOperators(kind) && !isDuty(kind))

interface Chosen {
  /** By the person, whichever company it is about. */
  readonly own: MailWay | null
  /** By the company, for whoever has not chosen. */
  readonly company: MailWay | null
}

/** How somebody in this role is mailed. A company says how its people are mailed, the role whether. */
export function mailWayOf(kind: Kind, role: Role, { own, company }: Chosen): MailWay {
  if (isDuty(kind) && role === 'owner') return 'at_once'
  if (own !== null) return own
  const usual = kinds[kind].mail[role]
  return usual === 'never' ? 'never' : (company ?? usual)
}
