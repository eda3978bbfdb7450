import type { SettingTable } from '../kernel/settings.ts'

const rows = {
  webhookPrivateHosts: {
    env: 'SUBLET_WEBHOOK_PRIVATE_HOSTS',
    kind: 'list',
    standard: '',
    says: 'Hosts, separated by commas, that webhooks may be sent to although their addresses are not public.',
  },
} as const satisfies SettingTable['rows']

type WebhooksRows = typeof rows

declare module '../kernel/settings.ts' {
  interface SettingRows extends WebhooksRows {}
}

export const webhooksSettings = { rows } satisfies SettingTable
