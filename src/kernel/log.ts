import { pino } from 'pino'
import type { Config } from './config.ts'
import type { Log } from './house.ts'

/** JSON lines. Headers, bodies and query strings are never logged, and of an error only what cannot hold a value. */
export function openLog({ logLevel }: Pick<Config, 'logLevel'>): Log {
  return pino({
    level: logLevel,
    base: null,
    messageKey: 'message',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    serializers: { err: errorFacts },
  })
}

function errorFacts(error: unknown): object {
  if (!(error instanceof Error)) return { message: 'something that is no error was thrown' }
  const { code, constraint } = error as Error & { code?: string; constraint?: string }
  return { type: error.name, message: error.message, code, constraint, stack: error.stack }
}
