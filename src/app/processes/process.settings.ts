import type { SettingTable } from '../../kernel/settings.ts'
import { tooSmallToShare } from './share.ts'

const most = 64

const rows = {
  processes: {
    env: 'SUBLET_PROCESSES',
    kind: 'count',
    standard: '1',
    says: 'Processes that serve on the one port, 1 to 64: as many as there are processors to spare. Limits are shared between them; each takes the memory of a server, and one more accepts their connections.',
  },
} as const satisfies SettingTable['rows']

type ProcessRows = typeof rows

declare module '../../kernel/settings.ts' {
  interface SettingRows extends ProcessRows {}
}

export const processSettings = {
  rows,
  contradictions: (config) => {
    const { processes } = config
    if (processes < 1 || processes > most) return [`SUBLET_PROCESSES=${processes} must be from 1 to ${most}.`]
    return tooSmallToShare(config).map(
      ([env, limit]) =>
        `${env}=${limit} cannot be shared by ${processes} processes (SUBLET_PROCESSES): set it to ${processes} or more, or to 0 for no limit.`,
    )
  },
} satisfies SettingTable
