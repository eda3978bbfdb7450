import { stopwatch } from '../../kernel/clock.ts'

/** How far long work is: a line for each step, and one now and then while it lasts. */
export type Steps = (step: string, done?: number, total?: number) => void

const lineEveryMs = 5_000

export function stepLines(out: NodeJS.WritableStream): Steps {
  let at = ''
  let saidAt = 0
  return (step, done = 0, total = 0) => {
    const begins = step !== at
    if (!begins && stopwatch() - saidAt < lineEveryMs) return
    at = step
    saidAt = stopwatch()
    const all = total > 0 ? megabytes(total) : ''
    out.write(begins ? `${step} ${all}`.trimEnd() + '\n' : `${megabytes(done)}${all && ` of ${all}`}\n`)
  }
}

export const megabytes = (bytes: number): string =>
  `${(bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 })} MB`
