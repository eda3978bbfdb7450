import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Snapshots as files of a folder that all nodes share, for installations that keep large values out of PostgreSQL. */

const pathOf = (folder: string, snapshot: string): string => join(folder, `${snapshot}.snapshot`)

/** There under its name only when all of it is on the disk. */
export async function writeFileOf(folder: string, snapshot: string, packed: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unfinished = join(folder, `${snapshot}.unfinished`)
  const file = await open(unfinished, 'w', 0o600)
  try {
    await file.writeFile(packed)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, pathOf(folder, snapshot))
}

/** Null when it is not there, or not all of it. */
export async function readFileOf(
  folder: string,
  snapshot: string,
  size: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = await readFile(pathOf(folder, snapshot)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (bytes?.length !== size) return null
  // At the beginning of an ArrayBuffer of its own, so that columns are views on it.
  return new Uint8Array(bytes)
}

/** What is younger may belong to an import that is about to commit, or be read by a node that has not heard yet. */
const leaveAloneMs = 3_600_000

/** All but those that serve: replaced ones, and what a killed import has left. */
export async function sweepFolder(folder: string, serving: ReadonlySet<string>, now: Date): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const [, uuid = ''] = /^([0-9a-f-]{36})\.(?:snapshot|unfinished)$/.exec(name) ?? []
    if (uuid === '' || serving.has(uuid)) continue
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (now.getTime() - mtimeMs > leaveAloneMs) await rm(join(folder, name), { force: true })
  }
}
