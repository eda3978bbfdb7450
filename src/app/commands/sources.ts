import { Command } from 'commander'
import { lacking, recommended, showSources, sourceAnswer } from '../../network/index.ts'
import { look, print, table, type Output } from './run.ts'

const day = 86_400

/** In the largest unit that leaves a number to read. */
function age(seconds: number | null): string | null {
  if (seconds === null) return null
  if (seconds >= 2 * day) return `${Math.floor(seconds / day)} days`
  if (seconds >= 7_200) return `${Math.floor(seconds / 3_600)} hours`
  const minutes = Math.floor(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

function stateOf(stale: boolean | null, pausedAt: Date | null): string {
  const state = stale === null ? 'nothing yet' : stale ? 'STALE' : 'fresh'
  return pausedAt === null ? state : `${state}, paused`
}

export function sourcesCommand(): Command {
  return new Command('sources')
    .description('show the sources of network data with age, rows and staleness')
    .option('--recommended', 'show what SUBLET_SOURCES=recommended fetches instead, and what that lacks')
    .option('--json', 'print JSON')
    .action(async (options: Output & { recommended?: boolean }) => {
      if (options.recommended) return printRecommended(options)
      const sources = await look(showSources)
      const rows = sources.map(({ kind, name, serving, ageSeconds, stale, feed }) => [
        kind,
        name,
        serving?.rows ?? null,
        serving?.bytes ?? null,
        age(ageSeconds),
        stateOf(stale, feed?.pausedAt ?? null),
        serving?.origin ?? feed?.url ?? null,
      ])
      const head = ['kind', 'source', 'rows', 'bytes', 'age', '', 'from']
      const bytes = sources.reduce((sum, { serving }) => sum + (serving?.bytes ?? 0), 0)
      const kept = `Each node keeps ${Math.ceil(bytes / 1e6)} MB of it in memory.`
      print(options, sources.map(sourceAnswer), `${table(head, rows)}\n${kept}`)
    })
}

function printRecommended(options: Output): void {
  const head = ['source', 'publisher', 'MB', 'every', 'licence', 'from']
  const rows = recommended.map(({ kind, name, publisher, megabytes, everyHours, licence, url }) => [
    `${kind}:${name}`,
    publisher,
    megabytes,
    `${everyHours} h`,
    licence,
    url,
  ])
  const lacks = lacking.map(({ what, why, instead }) => `  ${what}: ${why}.\n    Instead: ${instead}.`)
  const text = [table(head, rows), '', 'What it lacks:', ...lacks].join('\n')
  const sources = recommended.map(({ everyHours: every_hours, ...source }) => ({ ...source, every_hours }))
  print(options, { sources, lacking }, text)
}
