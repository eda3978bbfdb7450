import type { FastifyBaseLogger } from 'fastify'
import { pino, type DestinationStream } from 'pino'
import type { Config } from './config.ts'

/** JSON lines. Headers, bodies and query strings are never logged, and of an error only what cannot hold a value. */

interface RequestLine {
  readonly requestId: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly ms: number
  readonly caller: string | undefined
  readonly tenant: string | null
}

export interface Log {
  /** The logger behind it, for libraries that want one. */
  readonly lines: FastifyBaseLogger
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
  debug(facts: object, message: string): void
  /** One line per request, put together by hand: it is most of what is logged. */
  request(line: RequestLine): void
}

// Written in batches: a system call per line would cost a third of a small request.
const batches = { sync: false, minLength: 4_096, periodicFlush: 500 }
const toOutput = (): DestinationStream => pino.destination(batches)

/** Several processes write to one output: a pipe takes so many bytes as one, so that their lines stay whole. */
const toSharedOutput = (): DestinationStream => pino.destination({ ...batches, minLength: 3_072, maxWrite: 4_096 })

/** Of one of several processes, which every line names if it has a number. */
export const openLogOf = (config: Pick<Config, 'logLevel'>, process?: number): Log =>
  openLog(config, toSharedOutput(), process)

export function openLog(
  { logLevel }: Pick<Config, 'logLevel'>,
  destination: DestinationStream = toOutput(),
  process?: number,
): Log {
  const lines = pino(
    {
      level: logLevel,
      base: process === undefined ? null : { process },
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.epochTime,
      formatters: { level: (level) => ({ level }) },
      serializers: { err: errorFacts },
    },
    destination,
  )
  const writer = process === undefined ? '' : `,"process":${process}`
  return {
    lines,
    info: (facts, message) => lines.info(facts, message),
    warn: (facts, message) => lines.warn(facts, message),
    error: (facts, message) => lines.error(facts, message),
    debug: (facts, message) => lines.debug(facts, message),
    request: lines.isLevelEnabled('info') ? (line) => destination.write(requestText(line, writer)) : () => undefined,
  }
}

function requestText({ requestId, method, path, status, ms, caller, tenant }: RequestLine, writer: string): string {
  const who = caller === undefined ? '' : `,"caller":"${caller}"`
  const company = tenant === null ? '' : `,"tenant":"${tenant}"`
  return (
    `{"level":"info"${pino.stdTimeFunctions.epochTime()}${writer},"requestId":"${requestId}","method":"${method}",` +
    `"path":${JSON.stringify(path)},"status":${status},"ms":${ms.toFixed(2)}${who}${company},"message":"request"}\n`
  )
}

/** Of an error whose message may quote a stranger's file: what kind it is, and where in the program. */
export function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'something was thrown that is no error'
  const { code = error.name } = error as NodeJS.ErrnoException
  return [code, ...(error.stack ?? '').split('\n').filter((line) => /^ +at /.test(line))].join('\n')
}

function errorFacts(error: unknown): object {
  if (!(error instanceof Error)) return { message: 'something that is no error was thrown' }
  const { code, constraint } = error as Error & { code?: string; constraint?: string }
  return { type: error.name, message: error.message, code, constraint, stack: error.stack }
}
