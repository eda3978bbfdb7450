import type { SettingTable } from '../kernel/settings.ts'

const rows = {
  routing: {
    env: 'SUBLET_ROUTING',
    kind: 'switch',
    standard: '1',
    says: 'Off: nothing is made or removed at any registry, whatever holders have connected.',
  },
  routingPrivateHosts: {
    env: 'SUBLET_ROUTING_PRIVATE_HOSTS',
    kind: 'list',
    standard: '',
    says: "Hosts, separated by commas, that holders' connectors may speak to although their addresses are not public.",
  },
} as const satisfies SettingTable['rows']

type RoutingRows = typeof rows

declare module '../kernel/settings.ts' {
  interface SettingRows extends RoutingRows {}
}

export const routingSettings = { rows } satisfies SettingTable
