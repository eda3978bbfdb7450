import type { SettingTable } from '../kernel/settings.ts'

const rows = {
  autoActivate: {
    env: 'SUBLET_AUTO_ACTIVATE',
    kind: 'switch',
    derived: true,
    says: 'New companies are active at once instead of waiting for an operator. Default: as SUBLET_DEMO.',
  },
  tokenRateLimit: {
    env: 'SUBLET_TOKEN_RATE_LIMIT',
    kind: 'count',
    standard: '60',
    says: 'Token requests per minute and app key, on each node; 0 = off.',
  },
  ssoPrivateHosts: {
    env: 'SUBLET_SSO_PRIVATE_HOSTS',
    kind: 'list',
    standard: '',
    says: "Hosts, separated by commas, of companies' identity providers, and of name servers of their domains, that may be spoken to although their addresses are not public; in a sandbox also by http.",
  },
} as const satisfies SettingTable['rows']

type IdentityRows = typeof rows

declare module '../kernel/settings.ts' {
  interface SettingRows extends IdentityRows {}
}

export const identitySettings = {
  rows,
  derive: ({ autoActivate, demo }) => ({ autoActivate: autoActivate ?? demo }),
} satisfies SettingTable
