import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `npm run test:times`: where the time of the last run of the tests went, as vitest noted it, by kind and by file. */

interface Noted {
  readonly projects: Readonly<
    Record<string, { readonly files: Readonly<Record<string, { readonly duration: number }>> }>
  >
}

const [path] = globSync('node_modules/.vite/vitest/*/results.json', { cwd: join(import.meta.dirname, '..') })
if (path === undefined) throw new Error('No test has been run here yet.')
const { projects } = JSON.parse(readFileSync(join(import.meta.dirname, '..', path), 'utf8')) as Noted
const slowest = 20

const files = Object.values(projects).flatMap(({ files }) =>
  Object.entries(files).map(([path, { duration }]) => ({ path, seconds: duration / 1000 })),
)
const kindOf = (path: string): string => /^test\/(api|browser|contract|faults|journeys)\//.exec(path)?.[1] ?? 'unit'
const kinds = [...Map.groupBy(files, ({ path }) => kindOf(path))].map(([kind, files]) => ({
  kind,
  files: files.length,
  seconds: files.reduce((sum, { seconds }) => sum + seconds, 0),
}))
const row = (seconds: number, text: string) => console.log(`${seconds.toFixed(1).padStart(8)} s  ${text}`)
for (const { kind, files, seconds } of kinds.toSorted((a, b) => b.seconds - a.seconds))
  row(seconds, `${kind}, ${files} files`)
console.log()
for (const { path, seconds } of files.toSorted((a, b) => b.seconds - a.seconds).slice(0, slowest)) row(seconds, path)
