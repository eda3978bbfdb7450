import type { Config } from '../../kernel/config.ts'
import { version } from '../../kernel/version.ts'

/** Who we are to those we ask, and where to find us: some publishers refuse those who do not say. */
export const userAgentOf = ({ publicUrl }: Pick<Config, 'publicUrl'>): string => `sublet/${version} (+${publicUrl})`
