import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build, type InlineConfig } from 'vite'
import config, { nonceMark } from './vite.config.ts'

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
  /** Of the sources. */
  readonly digest: string
  /** What stands in the page for the nonce of an answer. */
  readonly nonceMark: string
  readonly files: Readonly<Record<string, BuiltFile>>
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Built aside and put in place at once: who starts meanwhile finds the old or the new. */
export async function buildPortal(folder: string, digest: string): Promise<void> {
  const aside = `${folder}.${process.pid}`
  await rm(aside, { recursive: true, force: true })
  await mkdir(dirname(folder), { recursive: true })
  try {
    await buildForProduction({
      ...config,
      configFile: false,
      logLevel: 'error',
      build: { ...config.build, outDir: aside, emptyOutDir: true },
    })
    const built: Built = { digest, nonceMark, files: await finishFiles(aside) }
    await writeFile(join(aside, 'built.json'), JSON.stringify(built))
    await rm(folder, { recursive: true, force: true })
    await rename(aside, folder)
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
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

async function finishFile(path: string): Promise<BuiltFile> {
  const bytes = await readFile(path)
  const packed = extname(path) !== '.woff2'
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
