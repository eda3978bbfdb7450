import type { SettingTable } from '../kernel/settings.ts'

const rows = {
  orderDays: {
    env: 'SUBLET_ORDER_DAYS',
    kind: 'count',
    standard: '7',
    says: 'Days an order waits for its payment before it expires and its blocks are free again.',
  },
  terminationApproval: {
    env: 'SUBLET_TERMINATION_APPROVAL',
    kind: 'switch',
    standard: '1',
    says: 'Ending a lease at once waits for an operator; off: it is done as soon as it is asked for.',
  },
  vatCheckUrl: {
    env: 'SUBLET_VAT_CHECK_URL',
    kind: 'url',
    says: 'Asked about VAT numbers that look right (GET with {number} replaced; answers {"valid": true|false}). Unset: looking right, checksum included, is enough.',
  },
} as const satisfies SettingTable['rows']

type CommerceRows = typeof rows

declare module '../kernel/settings.ts' {
  interface SettingRows extends CommerceRows {}
}

export const commerceSettings = {
  rows,
  contradictions: ({ vatCheckUrl }) =>
    vatCheckUrl === null || /^https?:.*\{number\}/.test(vatCheckUrl)
      ? []
      : ['SUBLET_VAT_CHECK_URL must start with http:// or https:// and have {number} where the number goes.'],
} satisfies SettingTable
