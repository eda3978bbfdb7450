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
  vatCheck: {
    env: 'SUBLET_VAT_CHECK',
    kind: 'text',
    derived: true,
    says: 'Who is asked whether a VAT number is alive: vies (the European Commission, with the consultation number kept as evidence), url (SUBLET_VAT_CHECK_URL), or format (nobody: looking right, checksum included, is enough). Default: url where SUBLET_VAT_CHECK_URL is set, else format.',
  },
  viesUrl: {
    env: 'SUBLET_VIES_URL',
    kind: 'url',
    standard: 'https://ec.europa.eu/taxation_customs/vies/rest-api',
    says: 'Where the interface of VIES is.',
  },
  vatCheckUrl: {
    env: 'SUBLET_VAT_CHECK_URL',
    kind: 'url',
    says: 'Asked about VAT numbers that look right, with SUBLET_VAT_CHECK=url (GET with {number} replaced; answers {"valid": true|false}).',
  },
} as const satisfies SettingTable['rows']

type CommerceRows = typeof rows

declare module '../kernel/settings.ts' {
  interface SettingRows extends CommerceRows {}
}

export const commerceSettings = {
  rows,
  derive: ({ vatCheck, vatCheckUrl }) => ({ vatCheck: vatCheck ?? (vatCheckUrl === null ? 'format' : 'url') }),
  contradictions: ({ vatCheck, vatCheckUrl }) => {
    if (vatCheckUrl !== null && !/^https?:.*\{number\}/.test(vatCheckUrl))
      return ['SUBLET_VAT_CHECK_URL must start with http:// or https:// and have {number} where the number goes.']
    if (!['vies', 'url', 'format'].includes(vatCheck))
      return [`SUBLET_VAT_CHECK=${JSON.stringify(vatCheck)} must be vies, url or format.`]
    return vatCheck === 'url' && vatCheckUrl === null ? ['SUBLET_VAT_CHECK=url needs SUBLET_VAT_CHECK_URL.'] : []
  },
} satisfies SettingTable
