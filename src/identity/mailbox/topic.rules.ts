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
  access: { role: 'owner', duty: true, title: 'Access', says: 'App keys, and whether the company may act.' },
  billing: {
    role: 'owner',
    duty: true,
    title: 'Billing',
    says: 'Orders to pay, and invoices.',
  },
  payouts: { role: 'owner', duty: true, title: 'Payouts', says: 'What is paid out to you.' },
  orders: { role: 'member', duty: false, title: 'Orders', says: 'What was ordered is paid and yours.' },
  renewals: { role: 'owner', duty: false, title: 'Renewals', says: 'A lease renews soon.' },
  letters: { role: 'member', duty: false, title: 'Letters', says: 'Letters that are asked for, in force or over.' },
  reservations: { role: 'member', duty: false, title: 'Reservations', says: 'Prices that are offered and answered.' },
  listings: { role: 'member', duty: false, title: 'Listings', says: 'Blocks that were listed, and how to prove them.' },
} as const satisfies Record<string, TopicRow>

export type Topic = keyof typeof topics

export const topicNames = Object.keys(topics) as Topic[]

export const isTopic = (name: string): name is Topic => Object.hasOwn(topics, name)
