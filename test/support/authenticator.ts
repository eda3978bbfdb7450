import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

/** A passkey in software, written from WebAuthn Level 3 §6: what a phone or a security key would answer. */

interface Site {
  readonly origin: string
  readonly rpId: string
}

interface How {
  readonly count?: number
  /** Whether it has looked who uses it. */
  readonly verified?: boolean
}

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest()
const text = (bytes: Buffer): string => bytes.toString('base64url')

/** RFC 8949 §3, as far as it is needed: a head, and what follows it. */
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}
const bytesOf = (bytes: Buffer): Buffer => Buffer.concat([head(2, bytes.length), bytes])
const textOf = (word: string): Buffer => Buffer.concat([head(3, word.length), Buffer.from(word)])
const integer = (n: number): Buffer => (n < 0 ? head(1, -1 - n) : head(0, n))
const mapOf = (...pairs: Buffer[]): Buffer => Buffer.concat([head(5, pairs.length / 2), ...pairs])

export class SoftPasskey {
  readonly id = randomBytes(32)
  readonly #site: Site
  readonly #key: KeyObject
  readonly #cose: Buffer

  constructor(site: Site) {
    this.#site = site
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#key = privateKey
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const point = (part: string) => bytesOf(Buffer.from(part, 'base64url'))
    const numbers = [integer(1), integer(2), integer(3), integer(-7), integer(-1), integer(1)]
    this.#cose = mapOf(...numbers, integer(-2), point(x), integer(-3), point(y))
  }

  #authData({ count = 0, verified = true }: How, credential: Buffer | null): Buffer {
    const flags = 1 | (verified ? 4 : 0) | (credential ? 64 : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(count)
    return Buffer.concat([sha256(this.#site.rpId), Buffer.from([flags]), counter, credential ?? Buffer.alloc(0)])
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#site.origin, crossOrigin: false }))
  }

  #credential<R>(response: R) {
    const id = text(this.id)
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }

  register({ challenge }: { readonly challenge: string }, how: How = {}) {
    const length = Buffer.from([0, this.id.length])
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, this.#cose])
    const authData = this.#authData(how, attested)
    const object = mapOf(
      textOf('fmt'),
      textOf('none'),
      textOf('attStmt'),
      mapOf(),
      textOf('authData'),
      bytesOf(authData),
    )
    return this.#credential({
      clientDataJSON: text(this.#clientData('webauthn.create', challenge)),
      attestationObject: text(object),
      transports: ['internal'],
    })
  }

  answer({ challenge }: { readonly challenge: string }, how: How = {}) {
    const clientData = this.#clientData('webauthn.get', challenge)
    const authData = this.#authData(how, null)
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.#key)
    return this.#credential({
      clientDataJSON: text(clientData),
      authenticatorData: text(authData),
      signature: text(signature),
      userHandle: null,
    })
  }
}
