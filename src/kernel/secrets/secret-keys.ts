import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, type Stats } from 'node:fs'
import { link, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { SecretBox, secretKeyOf, type SecretKey } from './box.ts'
import type { Config } from '../config.ts'
import { prepareDataFolder } from '../postgres/folders.ts'
import { StartRefusal } from '../refusal.ts'

/**
 * Where the secret keys are: in the settings, or in `secret.key` of the data folder, one to a line, the newest first. The
 * only file that knows how that one is written.
 */

type Where = Pick<Config, 'secretKey' | 'secretKeyOld' | 'dataDir'>

export const keyFile = (dataDir: string): string => join(dataDir, 'secret.key')

export const newSecretKey = (): string => randomBytes(32).toString('hex')

/** The keys of the settings, or those of the file, which is made at the first start. */
export async function openSecretBox({ secretKey, secretKeyOld, dataDir }: Where): Promise<SecretBox> {
  if (secretKey !== null)
    return new SecretBox([secretKey, secretKeyOld].flatMap((hex) => (hex === null ? [] : secretKeyOf(hex))))
  const path = keyFile(await prepareDataFolder(dataDir))
  const keys = readKeys(path) ?? (await makeFirstKey(path))
  return new SecretBox(keys, { name: nameOf(path), read: () => readKeys(path) ?? keys })
}

/** Processes that read the same file say the same, and nothing of it. */
const nameOf = (path: string): string =>
  createHash('sha256').update(`${hostname()}\n${path}`).digest('hex').slice(0, 16)

/** Whether a file is a secret key by whatever name: one that is being made or was replaced counts. */
export async function isSecretKey({ dev, ino }: Stats, { dataDir }: Pick<Config, 'dataDir'>): Promise<boolean> {
  const names = await readdir(dataDir).catch(() => [])
  const keys = names
    .filter((name) => name.startsWith('secret.key'))
    .map((name) => stat(join(dataDir, name)).catch(() => null))
  return (await Promise.all(keys)).some((key) => key?.dev === dev && key.ino === ino)
}

/** Null: there is no such file. */
function readKeys(path: string): readonly SecretKey[] | null {
  return linesOf(path)?.map(secretKeyOf) ?? null
}

function linesOf(path: string): string[] | null {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new StartRefusal(`${path} cannot be read: ${(error as Error).message}.`)
  }
  const lines = text.trim().split(/\s*\n\s*/)
  if (!lines.every((line) => /^[0-9a-f]{64}$/i.test(line)))
    throw new StartRefusal(`${path} does not hold 64 hex digits; restore it from a backup.`)
  return lines
}

/** Written aside and linked whole: nodes that start together agree on one, and a kill leaves no half of one. */
async function makeFirstKey(path: string): Promise<readonly SecretKey[]> {
  const aside = `${path}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(aside, `${newSecretKey()}\n`, { flag: 'wx', mode: 0o600, flush: true })
    await link(aside, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } catch (error) {
    throw new StartRefusal(`${path} cannot be written: ${(error as Error).message}.`)
  } finally {
    await rm(aside, { force: true })
  }
  return readKeys(path) ?? []
}

/** A new key before those that are there. */
export async function addKey(dataDir: string): Promise<void> {
  const path = keyFile(dataDir)
  await replace(path, [newSecretKey(), ...(linesOf(path) ?? [])])
}

/** All but the one of that name are gone for good. */
export async function keepOnlyKey(dataDir: string, id: string): Promise<void> {
  const path = keyFile(dataDir)
  const kept = linesOf(path)?.filter((hex) => secretKeyOf(hex).id === id) ?? []
  if (kept.length !== 1) throw new Error(`${path} does not hold the secret key ${id}`)
  await replace(path, kept)
}

/** On the disk before it takes the old one's place, so that whatever happens one of the two is there, and whole. */
async function replace(path: string, keys: readonly string[]): Promise<void> {
  const aside = `${path}.next`
  try {
    await rm(aside, { force: true })
    await writeFile(aside, keys.map((hex) => `${hex}\n`).join(''), { flag: 'wx', mode: 0o600, flush: true })
    await rename(aside, path)
    await using folder = await open(dirname(path))
    await folder.sync()
  } catch (error) {
    throw new StartRefusal(`${path} cannot be written: ${(error as Error).message}.`)
  }
}
