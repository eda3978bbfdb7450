import type { Prefix } from '../kernel/ip.ts'
import type { House } from '../kernel/house.ts'
import { slot } from '../kernel/slot.ts'
import {
  closest,
  factKinds,
  locate,
  touching,
  type FactKind,
  type Facts,
  type Known,
  type Located,
} from './facts.rules.ts'
import { loadSnapshots } from './snapshot.store.ts'

type Kept<K extends FactKind> = Known<readonly Located<Facts[K]>[]>

/** The snapshots as a node asks them; replaced whole whenever any node stores a new one. */
class NetworkFacts {
  #kept: { [K in FactKind]?: Kept<K> } = {}

  constructor(house: House) {
    house.pulse.on('network', async () => {
      const snapshots = await loadSnapshots(house.db)
      this.#kept = Object.fromEntries(
        snapshots.map(({ kind, source, takenAt, facts }) => [kind, { source, takenAt, value: locate(facts) }]),
      )
    })
  }

  /** The most specific registry record around the block. */
  registryRecord(block: Prefix): Known<Facts['registry'] | null> | null {
    return this.#ask('registry', (records) => closest(records, block, () => '')[0] ?? null)
  }

  /** Announcements of the block, of parts of it and of what it is part of. */
  announcements(block: Prefix): Known<Located<Facts['origins']>[]> | null {
    return this.#ask('origins', (announcements) => touching(announcements, block))
  }

  /** Payloads of ROAs for the block, for parts of it and for what it is part of. */
  vrps(block: Prefix): Known<Located<Facts['vrps']>[]> | null {
    return this.#ask('vrps', (vrps) => touching(vrps, block))
  }

  blocklistHits(block: Prefix): Known<Located<Facts['blocklists']>[]> | null {
    return this.#ask('blocklists', (entries) => touching(entries, block))
  }

  /** Where each provider that knows the block sees it. */
  geodata(block: Prefix): Known<Located<Facts['geodata']>[]> | null {
    return this.#ask('geodata', (places) => closest(places, block, (place) => place.provider))
  }

  /** Where providers see the block or any part of it. */
  placesWithin(block: Prefix): Known<Located<Facts['geodata']>[]> | null {
    return this.#ask('geodata', (places) => touching(places, block))
  }

  /** Which kinds there is data of. */
  kinds(): FactKind[] {
    return factKinds.filter((kind) => this.#kept[kind] !== undefined)
  }

  #ask<K extends FactKind, T>(kind: K, question: (facts: readonly Located<Facts[K]>[]) => T): Known<T> | null {
    const kept = this.#kept[kind]
    return kept ? { source: kept.source, takenAt: kept.takenAt, value: question(kept.value) } : null
  }
}

export const networkFacts = slot((house) => new NetworkFacts(house))
