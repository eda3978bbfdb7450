import type { House } from '../kernel/house.ts'
import { slot } from '../kernel/slot.ts'
import { readShutOut, type ShutOut } from './revocation.store.ts'

/** Who is shut out although their token is still in date; every node looks again within half a second of a change. */
class Revocations {
  #shutOut: ShutOut = { clientIds: new Set(), tenants: new Set(), tokens: new Set() }

  constructor(house: House) {
    house.pulse.on('revocations', async () => {
      this.#shutOut = await readShutOut(house.db)
    })
  }

  includes({ clientId, tenant, jti }: { clientId: string; tenant: string; jti: string }): boolean {
    const { clientIds, tenants, tokens } = this.#shutOut
    return clientIds.has(clientId) || tenants.has(tenant) || tokens.has(jti)
  }
}

export const revocations = slot((house) => new Revocations(house))
