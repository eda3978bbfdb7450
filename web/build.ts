import { createHash } from 'node:crypto'
import { existsSync, globSync, statSync, type Stats } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build, type InlineConfig, type Plugin } from 'vite'
import config, { nonceMark, publicUrlMark } from './vite.config.ts'

/** Makes the portal's files: bundled, named by their content, and compressed once for everybody who will ask. */

export interface BuiltFile {
  readonly type: string
  readonly tag: string
  /** Its name changes with its content, so it may be kept for good. */
  readonly forever: boolean
  /** Whether `.br` and `.gz` stand beside it. */
  readonly packed: boolean
}

export interface Built {
  /** All that it was made of, by paths from the root, with their digests; old portals have none. */
  readonly sources?: Readonly<Record<string, string>>
  /** What stands in the page for the nonce of an answer. */
  readonly nonceMark: string
  /** What stands in it for the address of the installation; old portals have none. */
  readonly publicUrlMark?: string
  readonly files: Readonly<Record<string, BuiltFile>>
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
}

const root = join(import.meta.dirname, '..')

/** What decides beside its modules: who builds it and how, and what is taken as it is. */
const beside = [
  'package-lock.json',
  'tsconfig.json',
  'web/tsconfig.json',
  'web/vite.config.ts',
  'web/build.ts',
  'web/public/',
  ...globSync('web/public/**/*.*', { cwd: root }),
]

/** Built aside and put in place at once: who starts meanwhile finds the old or the new. */
export async function buildPortal(folder: string, digestOf: (path: string) => string): Promise<void> {
  const [begun, read] = [Date.now(), new Set(beside.map((name) => join(root, name)))]
  const aside = `${folder}.${process.pid}`
  await rm(aside, { recursive: true, force: true })
  await mkdir(dirname(folder), { recursive: true })
  try {
    await buildForProduction({
      ...config,
      configFile: false,
      logLevel: 'error',
      plugins: [config.plugins, noteSources(read)],
      build: { ...config.build, outDir: aside, emptyOutDir: true },
    })
    await buildForProduction(explorerInto(aside, noteSources(read)))
    const sources = sourcesOf(read, begun, digestOf)
    const built: Built = { sources, nonceMark, publicUrlMark, files: await finishFiles(aside) }
    await writeFile(join(aside, 'built.json'), JSON.stringify(built))
    await rm(folder, { recursive: true, force: true })
    await rename(aside, folder)
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

/** The script of `/docs`: one file without imports, for it stands in the pages themselves. */
const explorerInto = (folder: string, note: Plugin): InlineConfig => ({
  root: import.meta.dirname,
  configFile: false,
  envDir: false,
  publicDir: false,
  logLevel: 'error',
  plugins: [note],
  build: {
    ...config.build,
    outDir: folder,
    emptyOutDir: false,
    rolldownOptions: {
      input: join(import.meta.dirname, 'explorer/main.ts'),
      output: { format: 'iife', entryFileNames: 'explorer.js' },
    },
  },
})

/** The modules of the bundler's graph, and what Tailwind reads past it: that it says only by asking to watch it. */
function noteSources(read: Set<string>): Plugin {
  return {
    name: 'note-sources',
    configResolved({ plugins }) {
      for (const { name, transform } of plugins) {
        if (!name.startsWith('@tailwindcss') || typeof transform !== 'object') continue
        const { handler } = transform
        transform.handler = function (...given) {
          const watching = { addWatchFile: { value: (path: string) => read.add(path) } }
          return handler.apply(Object.create(this, watching), given)
        }
      }
    },
    buildEnd() {
      for (const id of this.getModuleIds()) read.add(id)
    },
  }
}

/**
 * Those of ours: what is installed is the lockfile's, and neither what a plugin made up nor a pattern is a file. One that
 * was written while we built may have been read before or after, so the next start shall not find it unchanged.
 */
function sourcesOf(
  read: ReadonlySet<string>,
  begun: number,
  digestOf: (path: string) => string,
): Record<string, string> {
  const ours = [...read]
    .flatMap((id) => (id.startsWith(root) ? id.slice(root.length + 1).replace(/\?.*$/, '') : []))
    .filter((path) => !path.includes('node_modules/') && existsSync(join(root, path)))
  const isSteady = ({ mtimeMs }: Stats) => mtimeMs < begun || mtimeMs > Date.now()
  return Object.fromEntries(
    [...new Set(ours)]
      .toSorted()
      .map((path) => [path, isSteady(statSync(join(root, path))) ? digestOf(join(root, path)) : 'unsteady']),
  )
}

/** Whatever this process is for: a runner of tests calls its surroundings something else, and would get a slow portal. */
async function buildForProduction(wanted: InlineConfig): Promise<void> {
  const before = process.env['NODE_ENV']
  process.env['NODE_ENV'] = 'production'
  try {
    await build({ ...wanted, mode: 'production' })
  } finally {
    if (before === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = before
  }
}

async function finishFiles(folder: string): Promise<Record<string, BuiltFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const finished = await Promise.all(
    paths.map(async (path) => [path.slice(folder.length).replaceAll('\\', '/'), await finishFile(path)] as const),
  )
  return Object.fromEntries(finished)
}

/** Packed as they are. */
const dense: ReadonlySet<string> = new Set(['.woff2', '.png'])

async function finishFile(path: string): Promise<BuiltFile> {
  const bytes = await readFile(path)
  const packed = !dense.has(extname(path))
  if (packed) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }))
    await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
  }
  return {
    type: types[extname(path)] ?? 'application/octet-stream',
    tag: createHash('sha256').update(bytes).digest('base64url').slice(0, 16),
    forever: path.includes('/assets/'),
    packed,
  }
}
