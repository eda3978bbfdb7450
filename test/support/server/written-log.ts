import { pino } from 'pino'
import type { Log } from '../../../src/kernel/log.ts'

/** A log whose lines a test reads. */
export function writtenLog(): { readonly log: Log; readonly written: string[] } {
  const written: string[] = []
  const lines = pino({ level: 'trace' }, { write: (line: string) => void written.push(line) })
  const at =
    (level: 'info' | 'warn' | 'error' | 'debug'): Log['info'] =>
    (facts, message) =>
      lines[level](facts, message)
  const log = {
    lines,
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    debug: at('debug'),
    request: (line: object) => lines.info(line, 'request'),
  }
  return { log, written }
}
