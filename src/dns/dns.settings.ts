import type { SettingTable } from '../kernel/settings.ts'

const rows = {
  dnsPrivateHosts: {
    env: 'SUBLET_DNS_PRIVATE_HOSTS',
    kind: 'list',
    standard: '',
    says: 'Name servers, separated by commas, that reverse zones may be written at, or delegated to, although their addresses are not public.',
  },
} as const satisfies SettingTable['rows']

type DnsRows = typeof rows

declare module '../kernel/settings.ts' {
  interface SettingRows extends DnsRows {}
}

export const dnsSettings = { rows } satisfies SettingTable
