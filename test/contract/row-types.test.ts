import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { statements, type Statement } from '../../scripts/generate/statements.ts'
import { ResultColumns } from '../support/result-columns.ts'
import { openWorld, type World } from '../support/world.ts'

/**
 * `query<Row>` believes what it is told. Here PostgreSQL says which columns each statement gives, and the compiler
 * compares: in a copy of the sources each statement is followed by a line that only compiles if its row type has these
 * columns, no others, and types that the driver makes of them.
 */

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

let world: World
let copy: string
beforeAll(async () => {
  world = await openWorld()
  copy = await mkdtemp(join(tmpdir(), 'sublet-rows-'))
  const filter = (path: string) => !path.endsWith('.test.ts')
  await cp(join(root, 'src'), join(copy, 'src'), { recursive: true, filter })
  for (const name of ['node_modules', 'package.json', 'db', 'web']) await symlink(join(root, name), join(copy, name))
  const settings = { extends: join(root, 'tsconfig.json'), include: ['src'] }
  await writeFile(join(copy, 'tsconfig.json'), JSON.stringify(settings))
})
afterAll(async () => {
  await world.close()
  await rm(copy, { recursive: true, force: true })
})

const comparing = `
type RowsColumns<Row, Columns> = {
  [Name in keyof Row | keyof Columns]: Name extends keyof Row
    ? Name extends keyof Columns
      ? NonNullable<Row[Name]> extends Columns[Name] ? never : ['another type', Name, Columns[Name]]
      : ['no such column', Name]
    : ['not in the row type', Name]
}[keyof Row | keyof Columns]
type Value<Columns> = Columns[keyof Columns]
type Differing<Row, Columns> = NonNullable<Row> extends Date | string | number | boolean
  ? NonNullable<Row> extends Value<Columns> ? never : ['another type', Value<Columns>]
  : RowsColumns<Row, Columns>
type Compared<Row, Columns> = Differing<Row, Columns> extends infer Found ? ([Found] extends [never] ? true : Found) : never
`

/** One for each statement that says what its rows are. */
async function comparisons(typed: readonly Statement[]): Promise<Map<string, string[]>> {
  const described = await ResultColumns.open(world.databaseUrl)
  const lines = new Map<string, string[]>()
  for (const { path, line, row, texts } of typed) {
    for (const [i, text] of texts.entries()) {
      const columns = await described.of(text)
      const said = columns.map(({ name, type }) => `'${name}': ${type}`).join('; ')
      const of = lines.get(path) ?? []
      lines.set(path, [...of, `export const line${line}_${i}: Compared<${row}, { ${said} }> = true`])
    }
  }
  await described.close()
  return lines
}

/** What the compiler says of the copy, a finding each. */
async function findings(): Promise<string[]> {
  const arguments_ = ['--noEmit', '--pretty', 'false', '-p', copy]
  const { stdout } = await run(join(root, 'node_modules/.bin/tsc'), arguments_).catch((error) => error)
  return stdout.split('\n').filter(Boolean)
}

it('has the columns that its row type says', async () => {
  const typed = statements().filter(({ row }) => row !== null)
  expect(typed.length).toBeGreaterThan(100)
  for (const [path, lines] of await comparisons(typed)) {
    const source = await readFile(join(root, path), 'utf8')
    await writeFile(join(copy, path), [source, comparing, ...lines].join('\n'))
  }
  expect(await findings()).toEqual([])
})
