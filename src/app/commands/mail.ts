import { Command, InvalidArgumentError } from 'commander'
import { keptDays, mailStanding, sendKeptMail } from '../../identity/index.ts'
import { change, look, print, table, type Output } from './run.ts'

function readDays(text: string): number {
  const days = Number(text)
  if (Number.isInteger(days) && days >= 1 && days <= keptDays.most) return days
  throw new InvalidArgumentError(`It is a number of days from 1 to ${keptDays.most}.`)
}

export function mailCommand(): Command {
  const command = new Command('mail').description('mail that waits, and mail that was kept for want of a mail server')
  command
    .command('list')
    .description('how many mails wait, failed or were kept')
    .option('--json', 'print JSON')
    .action(async (options: Output) => {
      const { server, kept, queued, failed } = await look(mailStanding)
      const rows = [[server ? 'yes' : 'no', kept, queued, failed]]
      print(options, { server, kept, queued, failed }, table(['server', 'kept', 'queued', 'failed'], rows))
    })
  command
    .command('send')
    .description('send what was kept, once SUBLET_SMTP_URL is set; the server hands it over')
    .option('--days <days>', `nothing older than this, at most ${keptDays.most}`, readDays, keptDays.usual)
    .option('--json', 'print JSON')
    .action(async (options: Output & { readonly days: number }) => {
      const mails = await change((ctx) => sendKeptMail(ctx, options.days))
      print(options, { mails }, `${mails} ${mails === 1 ? 'mail goes' : 'mails go'} out.`)
    })
  return command
}
