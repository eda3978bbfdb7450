import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import { link, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { prepareDataFolder } from './postgres/folders.ts'
import { StartRefusal } from './refusal.ts'

/** Secrets at rest: AES-256-GCM under the installation's key; the nonce and the tag travel with the text. */
export class SecretBox {
  readonly #key: Buffer

  constructor(hexKey: string) {
    this.#key = Buffer.from(hexKey, 'hex')
  }

  seal(plain: string): Buffer {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce)
    return Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
  }

  open(sealed: Buffer): string {
    const decipher = createDecipheriv('aes-256-gcm', this.#key, sealed.subarray(0, 12), { authTagLength: 16 })
    decipher.setAuthTag(sealed.subarray(-16))
    return decipher.update(sealed.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
  }
}

/** The key from the settings, or the one generated into the data folder at the first start. */
export async function openSecretBox(config: Pick<Config, 'secretKey' | 'dataDir'>): Promise<SecretBox> {
  if (config.secretKey) return new SecretBox(config.secretKey)
  const folder = await prepareDataFolder(config.dataDir)
  const path = join(folder, 'secret.key')
  const hex = (await readKey(path)) ?? (await makeKey(path))
  if (!/^[0-9a-f]{64}$/i.test(hex))
    throw new StartRefusal(`${path} does not hold 64 hex digits; restore it from a backup.`)
  return new SecretBox(hex)
}

/** Whether a file is a secret key by whatever name: one that is being made or was replaced counts. */
export async function isSecretKey({ dev, ino }: Stats, { dataDir }: Pick<Config, 'dataDir'>): Promise<boolean> {
  const names = await readdir(dataDir).catch(() => [])
  const keys = names
    .filter((name) => name.startsWith('secret.key'))
    .map((name) => stat(join(dataDir, name)).catch(() => null))
  return (await Promise.all(keys)).some((key) => key?.dev === dev && key.ino === ino)
}

async function readKey(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new StartRefusal(`${path} cannot be read: ${(error as Error).message}.`)
  }
}

/** Written aside and linked whole: nodes that start together agree on one, and a kill leaves no half of one. */
async function makeKey(path: string): Promise<string> {
  const aside = `${path}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(aside, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600, flush: true })
    await link(aside, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } catch (error) {
    throw new StartRefusal(`${path} cannot be written: ${(error as Error).message}.`)
  } finally {
    await rm(aside, { force: true })
  }
  return (await readKey(path)) ?? ''
}
