import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { circles } from './circles.ts'
import { allCitationFaults } from './citations.ts'
import { unusedExports, unusedMethods } from './exports.ts'
import { foreignTables, tableOwners } from './tables.ts'
import { businessWords } from './words.ts'

/** Holds the tree to its three laws (ARCHITECTURE.md) and to the habits that follow from them. */

const root = join(import.meta.dirname, '..')
const slices = [
  'kernel',
  'identity',
  'invoicing',
  'network',
  'market',
  'letters',
  'prefixes',
  'routing',
  'dns',
  'commerce',
  'alerts',
  'webhooks',
  'app',
]
const pureKernel =
  /kernel\/(audit-action|csv|machine|readiness|settings|problems|money|ip\/[a-z-]+|time|endpoint|http\/schema|work\/event-table)\.ts$/

const pure = ['problems', 'states', 'events', 'settings', 'rules']

/** What a role may import within its own slice; `index` and files without a role are the slice's own business. */
const mayImport: Record<string, readonly string[]> = {
  problems: pure,
  states: pure,
  events: pure,
  settings: pure,
  rules: pure,
  store: [...pure, 'store'],
  memory: [...pure, 'store', 'memory'],
  actions: [...pure, 'store', 'memory', 'actions'],
  wire: [...pure, 'wire'],
  routes: [...pure, 'wire', 'actions', 'routes'],
  jobs: [...pure, 'actions', 'store'],
}
const pureRoles = new Set(pure)
const badName = /(service|manager|helper|util|common)/i
const sqlText = /\bquery(<[^`]*>)?`/

interface File {
  readonly path: string
  readonly text: string
  readonly slice: string
  readonly role: string
}

/** A file by its path from the root, and what the path says about it. */
export function fileAt(path: string, text: string): File {
  return { path, text, slice: path.split('/')[1] ?? '', role: /\.([a-z]+)\.ts$/.exec(path)?.[1] ?? '' }
}

function readTree(...folders: readonly string[]): File[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(tsx?|js)$/.test(path) && !path.includes('node_modules'))
      .map((path) => fileAt(`${folder}/${path}`, readFileSync(join(root, folder, path), 'utf8'))),
  )
}

interface Import {
  readonly from: string
  readonly typeOnly: boolean
  /** When it is first needed. */
  readonly lazy: boolean
}

const importing = /(?:import|export) (type )?([^'"]*?) from '([^']+)'|import\('([^']+)'\)/g

function importsOf({ text }: File): Import[] {
  return [...text.matchAll(importing)].map(([, type, what = '', from, lazily]) => ({
    typeOnly: type !== undefined || /^\{(\s*type \w+,?)+\s*\}$/.test(what),
    from: from ?? lazily ?? '',
    lazy: from === undefined,
  }))
}

function* importFaults(file: File): Generator<string> {
  for (const { from, typeOnly } of importsOf(file)) {
    if (!from.startsWith('.')) {
      if (pureRoles.has(file.role) && !/^node:(crypto|net|util)$/.test(from) && !typeOnly)
        yield `a ${file.role} file imports ${from}`
      continue
    }
    const target = join('/', file.path, '..', from).slice(1)
    const targetSlice = target.split('/')[1] ?? ''
    const targetRole = /\.([a-z]+)\.ts$/.exec(target)?.[1] ?? ''
    if (!target.startsWith('src/')) {
      if (file.slice !== 'app' && !file.path.endsWith('.test.ts')) yield `imports ${target}, outside src`
    } else if (targetSlice !== file.slice) yield* sliceFaults(file, target, targetSlice)
    else if (mayImport[file.role] && targetRole !== '' && !typeOnly && !mayImport[file.role]?.includes(targetRole))
      yield `a ${file.role} file imports the ${targetRole} file ${target}`
  }
}

function* sliceFaults(file: File, target: string, targetSlice: string): Generator<string> {
  if (slices.indexOf(targetSlice) > slices.indexOf(file.slice))
    yield `imports ${target}: ${targetSlice} stands below ${file.slice}`
  else if (targetSlice !== 'kernel' && !target.endsWith('/index.ts')) yield `enters ${targetSlice} past its index.ts`
  else if (targetSlice === 'kernel' && pureRoles.has(file.role) && !pureKernel.test(target))
    yield `a ${file.role} file imports ${target}`
}

function* textFaults({ path, text, slice, role }: File): Generator<string> {
  if (badName.test(path)) yield 'is called service, manager, helper, util or common'
  if (!slices.includes(slice)) yield `is in no known slice`
  if (path.endsWith('.gen.ts') || path.endsWith('.test.ts')) return
  if (/\bDate\.now\(|new Date\(\)|performance\.now\(/.test(text) && path !== 'src/kernel/clock.ts')
    yield 'reads the clock; only kernel/clock.ts may'
  if (/process\.env/.test(text) && path !== 'src/kernel/config.ts')
    yield 'reads the environment; only kernel/config.ts may'
  if (sqlText.test(text) && slice !== 'kernel' && role !== 'store') yield 'holds SQL; only stores may'
  if (text.split('\n').length > 401) yield 'is longer than 400 lines'
  if (slice === 'kernel') yield* businessWords(text)
  yield* foreignTables({ text, slice }, owners, slices)
  yield* longFunctions(text)
}

const owners = tableOwners(join(root, 'db/migrations'))

/** Top-level functions and methods, by their closing brace at the same depth. */
function* longFunctions(text: string): Generator<string> {
  const lines = text.split('\n')
  for (const [i, line] of lines.entries()) {
    const head = /^( {0,2})(?:export )?(?:async )?(?:function\*? ?(\w+)|(?:static |async |\*|#)*(\w+)\(.*\{$)/.exec(
      line,
    )
    if (!head || !/\)[^(]*\{$/.test(line)) continue
    const end = lines.indexOf(`${head[1]}}`, i)
    if (end - i > 50) yield `has a function of ${end - i} lines: ${head[2] ?? head[3]}`
  }
}

/** What the portal may have of the server: tables and rules without IO, and the names the kernel gives to things. */
const sharedWithPortal =
  /^src\/([a-z]+\/.*\.(states|rules|problems)\.ts|kernel\/(endpoint|machine|ip\/[a-z-]+|money|problems)\.ts)$/

function* portalFaults(file: File): Generator<string> {
  const { path, text } = file
  const group = groupOf(path)
  if (badName.test(path)) yield 'is called service, manager, helper, util or common'
  if (text.split('\n').length > 401) yield 'is longer than 400 lines'
  if (/\bfetch\(/.test(text) && !path.startsWith('web/api/')) yield 'asks the API past web/api'
  if (/dangerouslySetInnerHTML|innerHTML/.test(text)) yield 'writes HTML itself'
  for (const { from, typeOnly } of importsOf(file)) {
    const target = from.startsWith('.') ? join('/', path, '..', from).slice(1) : ''
    if (target.startsWith('src/') && !typeOnly && !sharedWithPortal.test(target))
      yield `imports ${target} of the server`
    if (groupOf(target) !== null && group !== null && groupOf(target) !== group)
      yield `imports ${target}, another group's`
    if (path.startsWith('web/ui/') && /^web\/(pages|shell)\//.test(target))
      yield `imports ${target}: parts know no pages`
  }
  yield* longFunctions(text)
}

const groupOf = (path: string) => /^web\/pages\/(\w+)\//.exec(path)?.[1] ?? null

/** Words in small letters, joined by hyphens; then the role. */
const goodName = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*\.(tsx?|js)$/

function* nameFaults({ path }: File): Generator<string> {
  if (!goodName.test(basename(path))) yield 'is not named by words joined by hyphens'
}

const mostInFolder = 40

function crowdedFolders(tree: readonly File[]): string[] {
  return [...Map.groupBy(tree, ({ path }) => dirname(path))]
    .filter(([, files]) => files.length > mostInFolder)
    .map(([folder, files]) => `${folder} has ${files.length} sources: give its nouns folders`)
}

export function faults(tree: readonly File[] = readTree('src', 'web')): string[] {
  const ofFiles = tree.flatMap((file) =>
    [
      ...nameFaults(file),
      ...(file.path.startsWith('web/') ? portalFaults(file) : [...importFaults(file), ...textFaults(file)]),
    ].map((fault) => `${file.path} ${fault}`),
  )
  return [...ofFiles, ...crowdedFolders(tree), ...circles(new Map(tree.map((file) => [file.path, importedBy(file)])))]
}

/** What it takes of other files when it is loaded: types are gone by then. */
function importedBy(file: File): string[] {
  return importsOf(file)
    .filter(({ from, typeOnly, lazy }) => from.startsWith('.') && !typeOnly && !lazy)
    .map(({ from }) => join('/', file.path, '..', from).slice(1))
}

/** Over all that is ours. */
export function allFaults(): string[] {
  const everything = readTree('bench', 'bin', 'client', 'db', 'scripts', 'src', 'test', 'web')
  return [...faults(), ...unusedExports(everything), ...unusedMethods(everything), ...allCitationFaults(root)]
}

if (import.meta.main) {
  const found = allFaults()
  for (const fault of found) console.log(fault)
  console.log(found.length === 0 ? 'tidy: nothing found' : `tidy: ${found.length} found`)
  process.exitCode = found.length === 0 ? 0 : 1
}
