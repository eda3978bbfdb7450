import type { House } from '../../kernel/house.ts'
import type { Prefix } from '../../kernel/ip/index.ts'
import { slot } from '../../kernel/slot.ts'
import { allows } from './allow-list.rules.ts'
import { readAllowLists } from './app-key.store.ts'

/** From where the keys that say so may be used; every node looks again within half a second of a change. */
class AllowLists {
  #lists: ReadonlyMap<string, readonly Prefix[]> = new Map()

  constructor(house: House) {
    house.pulse.on('revocations', async () => {
      this.#lists = await readAllowLists(house.db)
    })
  }

  /** Where a request comes from is only found out for who has a list. */
  admits(clientId: string, from: { readonly ip: string }): boolean {
    const list = this.#lists.get(clientId)
    return list === undefined || allows(list, from.ip)
  }
}

export const allowLists = slot((house) => new AllowLists(house))
