import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
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
  const path = join(config.dataDir, 'secret.key')
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  await writeFile(path, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST')
        throw new StartRefusal(`The data folder ${config.dataDir} cannot be written: ${error.message}`)
    },
  )
  const hex = (await readFile(path, 'utf8')).trim()
  if (!/^[0-9a-f]{64}$/i.test(hex))
    throw new StartRefusal(`${path} does not hold 64 hex digits; restore it from a backup.`)
  return new SecretBox(hex)
}
