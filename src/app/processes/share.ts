import type { Config } from '../../kernel/config.ts'

/** What one of several processes has of what is set for all of them together. */

/** Limits that are counted in memory, by what they are set with. */
export const sharedLimits = {
  rateLimit: 'SUBLET_RATE_LIMIT',
  publicRateLimit: 'SUBLET_PUBLIC_RATE_LIMIT',
  fileRateLimit: 'SUBLET_FILE_RATE_LIMIT',
  tokenRateLimit: 'SUBLET_TOKEN_RATE_LIMIT',
  searchRateLimit: 'SUBLET_SEARCH_RATE_LIMIT',
  verifyRateLimit: 'SUBLET_VERIFY_RATE_LIMIT',
} as const satisfies Partial<Record<keyof Config, string>>

const names = Object.keys(sharedLimits) as (keyof typeof sharedLimits)[]

/** Rounded down, so that all together never pass the limit; none at all stays none at all. */
const shareOf = (limit: number, processes: number): number =>
  limit === 0 ? 0 : Math.max(1, Math.floor(limit / processes))

/** The settings of one process. Connections to the database are set for each already. */
export function settingsOfEach(config: Config): Config {
  const { processes } = config
  const limits = [...names, 'maxInFlight' as const, 'rdapPerMinute' as const]
  return { ...config, ...Object.fromEntries(limits.map((name) => [name, shareOf(config[name], processes)])) }
}

/** Limits of which not every process could have one, with what they are set to. */
export const tooSmallToShare = (config: Config): [env: string, limit: number][] =>
  names
    .filter((name) => config[name] > 0 && config[name] < config.processes)
    .map((name) => [sharedLimits[name], config[name]])

/** Connections of a process beside its pool: two for single rows, and one that tells that it is alive. */
const besides = 3
/** The lock on the folder, the process for heavy jobs, commands, a backup, and somebody with psql. */
const others = 30
const usual = 100

/** As many connections as the embedded PostgreSQL must take. */
export const connectionsNeeded = ({ processes, poolSize }: Pick<Config, 'processes' | 'poolSize'>): number =>
  processes === 1 ? usual : Math.max(usual, processes * (poolSize + besides) + others)

const pauses = { first: 200, longest: 8_000 }

/** How long to wait (in ms) before one takes the place of a process that has ended, and of those before it that lived as short. */
export const pauseAfter = (shortLives: number): number => Math.min(pauses.first * 2 ** shortLives, pauses.longest)
