import { Command } from 'commander'
import { stopwatch } from '../../kernel/clock.ts'
import type { Progress } from '../../kernel/work/replay.ts'
import { StartRefusal } from '../../kernel/refusal.ts'
import { DurationError, parseDuration, type Duration } from '../../kernel/time.ts'
import { advance } from '../due-work.ts'
import { look, print, type Output } from './run.ts'

function readDuration(text: string): Duration {
  try {
    return parseDuration(text)
  } catch (error) {
    if (error instanceof DurationError) throw new StartRefusal(`${error.message}.`)
    throw error
  }
}

/** A line a second to whoever waits; the output proper stays clean. */
function teller(): (progress: Progress) => void {
  let said = stopwatch()
  return ({ now, target }) => {
    if (stopwatch() - said < 1_000) return
    said = stopwatch()
    console.error(`${now.toISOString()} on the way to ${target.toISOString()}`)
  }
}

const linesOf = (done: Progress['done']): string[] =>
  Object.entries(done).flatMap(([name, count]) => (count > 0 ? [`${name}: ${count}`] : []))

export function clockCommand(): Command {
  const command = new Command('clock').description("business time; a sandbox's can be moved")
  command
    .command('show')
    .description('show business time and real time')
    .option('--json', 'print JSON')
    .action(async (options: Output) => {
      const { now, realNow } = await look(async (ctx) => ctx)
      print(
        options,
        { now, real_now: realNow },
        `Business time ${now.toISOString()}\nReal time     ${realNow.toISOString()}`,
      )
    })
  command
    .command('advance <duration...>')
    .description('move a sandbox ahead and do what falls due on the way, for example: clock advance 13 months')
    .option('--json', 'print JSON')
    .action(async (words: string[], options: Output) => {
      const duration = readDuration(words.join(' '))
      const { now, done } = await look(({ house }) => advance(house, duration, options.json ? undefined : teller()), 4)
      print(options, { now, done }, [`Business time is now ${now.toISOString()}.`, ...linesOf(done)].join('\n'))
    })
  return command
}
