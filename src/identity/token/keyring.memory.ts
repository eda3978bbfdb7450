import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { House } from '../../kernel/house.ts'
import { slot } from '../../kernel/slot.ts'
import { encodePart } from './jwt.rules.ts'
import { signerAmong } from './signing-key.rules.ts'
import { listSigningKeys, type SigningKeyRow } from './signing-key.store.ts'

/** The signing keys a node keeps in memory, looked at again when any node changes them. */

interface SigningKey extends SigningKeyRow {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  /** The token header that names this key, ready to use (RFC 9068 §2.1). */
  readonly header: string
}

class Keyring {
  #keys: readonly SigningKey[] = []

  constructor(house: House) {
    house.pulse.on('signing_keys', async () => {
      this.#keys = (await listSigningKeys(house.db)).map((row) => unseal(house, row))
    })
  }

  signer(now: Date): SigningKey {
    const key = signerAmong(this.#keys, now)
    if (!key) throw new Error('there is no signing key')
    return key
  }

  verifier(kid: string | undefined): KeyObject | undefined {
    return this.#keys.find((key) => key.kid === kid)?.publicKey
  }

  published(): object[] {
    return this.#keys.map((key) => key.public_jwk as object)
  }
}

function unseal(house: House, row: SigningKeyRow): SigningKey {
  const privateKey = createPrivateKey(house.box.open(row.private_sealed))
  const header = encodePart({ alg: 'ES256', typ: 'at+jwt', kid: row.kid })
  return { ...row, privateKey, publicKey: createPublicKey(privateKey), header }
}

export const keyring = slot((house) => new Keyring(house))
