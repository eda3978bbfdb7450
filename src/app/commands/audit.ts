import { Command } from 'commander'
import { checkInvariants } from '../invariants.ts'
import { look, print, table, type Output } from './run.ts'

export function auditCommand(): Command {
  return new Command('audit')
    .description('re-derive every promise the data makes; exits 1 when one is broken')
    .option('--json', 'print JSON')
    .action(async (options: Output) => {
      const results = await look(checkInvariants)
      const rows = results.map(({ name, checked, ok, milliseconds }) => [
        ok ? 'ok' : 'BROKEN',
        checked,
        `${milliseconds} ms`,
        name,
      ])
      const notes = results.flatMap(({ note }) => (note === undefined ? [] : [`Note: ${note}`]))
      const broken = results.flatMap(({ name, breaches }) => breaches.map((breach) => `${name}: ${breach}`))
      print(options, results, [table(['', 'checked', 'time', 'promise'], rows), ...notes, ...broken].join('\n'))
      if (broken.length > 0) process.exitCode = 1
    })
}
