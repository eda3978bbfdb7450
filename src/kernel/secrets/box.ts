import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { StartRefusal } from '../refusal.ts'

/**
 * Secrets at rest: AES-256-GCM under one of the installation's keys. A sealed value begins with the name of its key, so
 * that whoever changes the key knows what is still to be done; nonce and tag travel with the text. There are two keys
 * while one is replaced by the other (ADR 76), else one.
 */

export interface SecretKey {
  /** What the key is called in sealed values, in the database and in sentences; it tells nothing of the key. */
  readonly id: string
  readonly bytes: Buffer
}

const idLength = 8
const nonceLength = 12
const tagLength = 16

export function secretKeyOf(hex: string): SecretKey {
  const bytes = Buffer.from(hex, 'hex')
  const id = createHmac('sha256', bytes).update('sublet secret key').digest('hex')
  return { id: id.slice(0, 2 * idLength), bytes }
}

/** The name of the key that a value says it was sealed with. What was sealed before values said so gives a random one. */
export const keyIdOf = (sealed: Buffer): string => sealed.subarray(0, idLength).toString('hex')

/** No key of this process fits. */
export class KeyMissing extends StartRefusal {
  constructor() {
    super(
      'The secrets in the database were sealed with another secret key: give every node the same SUBLET_SECRET_KEY, and while it is being replaced the one before as SUBLET_SECRET_KEY_OLD.',
    )
  }
}

/** Where keys come and go while processes run. */
interface KeySource {
  readonly name: string
  read(): readonly SecretKey[]
}

export class SecretBox {
  #keys: readonly SecretKey[]
  readonly #source: KeySource | null

  /** The newest key first. Without a source they are what they are as long as the process lives. */
  constructor(keys: readonly SecretKey[], source: KeySource | null = null) {
    this.#keys = keys
    this.#source = source
  }

  get ids(): string[] {
    return this.#keys.map(({ id }) => id)
  }

  /** What others must know of a process to tell what it can open: its keys, or where it finds them. */
  get knows(): string {
    if (this.#source) return `keys in ${this.#source.name}`
    return this.#keys.length > 0 ? `keys ${this.ids.join(' ')}` : 'without keys'
  }

  /** Learns keys that have come, and forgets those that have gone. */
  refresh(): void {
    if (this.#source) this.#keys = this.#source.read()
  }

  /** Under the key of that name: which one seals is not for a single process to decide (`sealing.ts`). */
  seal(plain: string, id: string): Buffer {
    if (!this.#find(id)) this.refresh()
    const key = this.#find(id)
    if (!key) throw new KeyMissing()
    return sealWith(key, plain)
  }

  open(sealed: Buffer): string {
    const opened = this.#tryAll(sealed)
    if (opened !== null) return opened
    this.refresh()
    const now = this.#tryAll(sealed)
    if (now === null) throw new KeyMissing()
    return now
  }

  #find(id: string): SecretKey | undefined {
    return this.#keys.find((key) => key.id === id)
  }

  #tryAll(sealed: Buffer): string | null {
    const named = this.#find(keyIdOf(sealed))
    const opened = named ? openWith(named, sealed.subarray(idLength), Buffer.from(named.id, 'hex')) : null
    if (opened !== null) return opened
    // Sealed before values named their key.
    for (const key of this.#keys) {
      const plain = openWith(key, sealed)
      if (plain !== null) return plain
    }
    return null
  }
}

function sealWith({ id, bytes }: SecretKey, plain: string): Buffer {
  const name = Buffer.from(id, 'hex')
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(name)
  return Buffer.concat([name, nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

function openWith({ bytes }: SecretKey, sealed: Buffer, name?: Buffer): string | null {
  if (sealed.length < nonceLength + tagLength) return null
  try {
    const nonce = sealed.subarray(0, nonceLength)
    const decipher = createDecipheriv('aes-256-gcm', bytes, nonce, { authTagLength: tagLength })
    if (name) decipher.setAAD(name)
    decipher.setAuthTag(sealed.subarray(-tagLength))
    return decipher.update(sealed.subarray(nonceLength, -tagLength), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}
