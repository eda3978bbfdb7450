import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Snapshots as files of a folder that all nodes share, for installations that keep large values out of PostgreSQL. */

const pathOf = (folder: string, snapshot: string): string => join(folder, `${snapshot}.snapshot`)

/** There under its name only when all of it is on the disk. */
export async function writeFileOf(folder: string, snapshot: string, parts: readonly Uint8Array[]): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unfinished = join(folder, `${snapshot}.unfinished`)
  const file = await open(unfinished, 'w', 0o600)
  try {
    for (const part of parts) await file.writeFile(part)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, pathOf(folder, snapshot))
}

/** Fills what is given; false when it is not there, or not all of it. */
export async function readFileOf(folder: string, snapshot: string, into: Uint8Array): Promise<boolean> {
  const file = await open(pathOf(folder, snapshot)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (file === null) return false
  try {
    if ((await file.stat()).size !== into.length) return false
    for (let at = 0; at < into.length;) {
      const { bytesRead } = await file.read(into, at, into.length - at, at)
      if (bytesRead === 0) return false
      at += bytesRead
    }
    return true
  } finally {
    await file.close()
  }
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
