import { Command } from 'commander'
import { showSources, sourceAnswer } from '../../network/index.ts'
import { look, print, table, type Output } from './run.ts'

const day = 86_400

/** In the largest unit that leaves a number to read. */
function age(seconds: number | null): string | null {
  if (seconds === null) return null
  if (seconds >= 2 * day) return `${Math.floor(seconds / day)} days`
  if (seconds >= 7_200) return `${Math.floor(seconds / 3_600)} hours`
  return `${Math.floor(seconds / 60)} minutes`
}

export function sourcesCommand(): Command {
  return new Command('sources')
    .description('show the sources of network data with age, rows and staleness')
    .option('--json', 'print JSON')
    .action(async (options: Output) => {
      const sources = await look(showSources)
      const rows = sources.map(({ kind, name, serving, ageSeconds, stale, configuredUrl }) => [
        kind,
        name,
        serving?.rows ?? null,
        serving?.bytes ?? null,
        age(ageSeconds),
        stale === null ? 'nothing yet' : stale ? 'STALE' : 'fresh',
        serving?.origin ?? configuredUrl,
      ])
      const head = ['kind', 'source', 'rows', 'bytes', 'age', '', 'from']
      print(options, sources.map(sourceAnswer), table(head, rows))
    })
}
