import { Command } from 'commander'
import { advanceClock } from '../../kernel/testclock.ts'
import { StartRefusal } from '../../kernel/refusal.ts'
import { DurationError, parseDuration, type Duration } from '../../kernel/time.ts'
import { change, look, print, type Output } from './run.ts'

function readDuration(text: string): Duration {
  try {
    return parseDuration(text)
  } catch (error) {
    if (error instanceof DurationError) throw new StartRefusal(`${error.message}.`)
    throw error
  }
}

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
    .description('move a sandbox ahead, for example "13 months"')
    .option('--json', 'print JSON')
    .action(async (words: string[], options: Output) => {
      const duration = readDuration(words.join(' '))
      const now = await change((ctx) => advanceClock(ctx, duration))
      print(options, { now }, `Business time is now ${now.toISOString()}.`)
    })
  return command
}
