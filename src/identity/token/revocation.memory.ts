import type { House } from '../../kernel/house.ts'
import { slot } from '../../kernel/slot.ts'
import type { TokenFacts } from './token.memory.ts'
import { readShutOut, type ShutOut } from './revocation.store.ts'

/** Who is shut out although their token is still in date; every node looks again within half a second of a change. */
class Revocations {
  #shutOut: ShutOut = {
    clientIds: new Set(),
    tenants: new Set(),
    tokens: new Set(),
    secrets: new Map(),
  }

  constructor(house: House) {
    house.pulse.on('revocations', async () => {
      this.#shutOut = await readShutOut(house.db)
    })
  }

  includes({ clientId, tenant, secret, jti }: Pick<TokenFacts, 'clientId' | 'tenant' | 'secret' | 'jti'>): boolean {
    const { clientIds, tenants, tokens, secrets } = this.#shutOut
    if (clientIds.has(clientId) || tenants.has(tenant) || tokens.has(jti)) return true
    const ended = secrets.get(clientId)
    // One that does not say by which secret it was made may have been made by that one.
    return ended !== undefined && (secret === null || ended.has(secret))
  }
}

export const revocations = slot((house) => new Revocations(house))
