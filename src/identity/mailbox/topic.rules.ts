import type { Role } from '../../kernel/endpoint.ts'

/** What a company's people are mailed about beside alerts, who of them, and whether they may do without it. */

interface TopicRow {
  /** Those who may act on it: this role, and those above it. */
  readonly role: Exclude<Role, 'viewer'>
  /** Duty is what somebody must know: it cannot be turned off. The rest is news. */
  readonly duty: boolean
  readonly title: string
  readonly says: string
}

export const topics = {
  access: { role: 'owner', duty: true, title: 'Access', says: 'App keys and account status.' },
  billing: {
    role: 'owner',
    duty: true,
    title: 'Billing',
    says: 'Orders due and invoices.',
  },
  payouts: { role: 'owner', duty: true, title: 'Payouts', says: 'Payouts to you.' },
  orders: { role: 'member', duty: false, title: 'Orders', says: 'Completed orders.' },
  renewals: { role: 'owner', duty: false, title: 'Renewals', says: 'Upcoming renewals.' },
  letters: { role: 'member', duty: false, title: 'LOAs', says: 'LOAs requested, released or ended.' },
  reservations: { role: 'member', duty: false, title: 'Reservations', says: 'Offers, counter-offers and answers.' },
  listings: { role: 'member', duty: false, title: 'Listings', says: 'Listed blocks and proof of ownership.' },
} as const satisfies Record<string, TopicRow>

export type Topic = keyof typeof topics

export const topicNames = Object.keys(topics) as Topic[]

export const isTopic = (name: string): name is Topic => Object.hasOwn(topics, name)
