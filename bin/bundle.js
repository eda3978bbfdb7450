// The program as JavaScript in a few files: Node reads those in less than half of the time that a thousand modules of
// TypeScript take. Plain JavaScript itself, since it is read before it is known whether there is any.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** All that it is made of, and what makes it. */
const sources = ['src', 'db']
const makers = ['package-lock.json', 'bin/bundle.js', 'bin/make-bundle.js']

/** A bundle of the sources as they are, else the sources. */
export function findProgram() {
  const folder = folderOfBundle()
  if (existsSync(folder))
    return { id: folder, cli: () => import(join(folder, 'cli.js')), main: () => import(join(folder, 'main.js')) }
  return {
    id: `${folder} of sources`,
    cli: () => import('../src/app/cli.ts'),
    main: () => import('../src/app/main.ts'),
  }
}

/** Without the tools to make it, the sources serve. */
export async function bundle() {
  const folder = folderOfBundle()
  if (existsSync(folder) || !existsSync(join(root, 'node_modules/vite'))) return
  const { makeBundle } = await import('./make-bundle.js')
  await makeBundle(root, folder)
}

let known

/** Its name changes with every source: who runs an older one goes on reading that. */
function folderOfBundle() {
  return (known ??= join(root, 'dist', `server-${digestOfSources()}`))
}

function digestOfSources() {
  const digest = createHash('sha256')
  for (const path of [...makers, ...sources.flatMap(modulesIn).sort()]) {
    digest.update(`${path}\n`)
    digest.update(readFileSync(join(root, path)))
  }
  return digest.digest('hex').slice(0, 16)
}

function modulesIn(folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(folder, name))
}
