import type { Role } from '../../kernel/endpoint.ts'

/** What a company's people are mailed about, who of them, and whether they may do without it. */

interface TopicRow {
  /** Those who may act on it: this role, and those above it. */
  readonly role: Exclude<Role, 'viewer'>
  /** Duty is what somebody must know: it cannot be turned off. The rest is news. */
  readonly duty: boolean
  readonly title: string
  readonly says: string
}

export const topics = {
  access: { role: 'owner', duty: true, title: 'Access', says: 'App keys, and whether the company may act.' },
  billing: {
    role: 'owner',
    duty: true,
    title: 'Billing',
    says: 'Orders to pay, invoices, payments that fail, leases that are suspended or end.',
  },
  payouts: { role: 'owner', duty: true, title: 'Payouts', says: 'What is paid out to you.' },
  orders: { role: 'member', duty: false, title: 'Orders', says: 'What was ordered is paid and yours.' },
  renewals: { role: 'owner', duty: false, title: 'Renewals', says: 'A lease renews soon.' },
  letters: { role: 'member', duty: false, title: 'Letters', says: 'Letters that are asked for, in force or over.' },
  routing: {
    role: 'member',
    duty: false,
    title: 'Routing',
    says: 'Prefixes whose routing became critical, and those that are well again.',
  },
  reservations: { role: 'member', duty: false, title: 'Reservations', says: 'Prices that are offered and answered.' },
  offers: { role: 'member', duty: false, title: 'Offers', says: 'Proofs and checks of blocks you offer.' },
} as const satisfies Record<string, TopicRow>

export type Topic = keyof typeof topics

export const topicNames = Object.keys(topics) as Topic[]

export const isTopic = (name: string): name is Topic => Object.hasOwn(topics, name)
