import { slot } from '../../kernel/slot.ts'
import type { Mapped } from './map.store.ts'

export interface MarketMap extends Mapped {
  /** The length of the squares that smaller blocks are part of; null where each block is there by itself. */
  readonly detail: number | null
}

/** How old, in seconds, what anyone sees of the market may be. */
export const mapAge = 60

/**
 * The whole market as anyone sees it: the one picture that strangers ask for, so it is drawn once in its time, however
 * many of them look at once.
 */
class WholeMarket {
  #drawnAt = -Infinity
  #drawn: Promise<MarketMap> | undefined

  get(now: Date, draw: () => Promise<MarketMap>): Promise<MarketMap> {
    if (this.#drawn && now.getTime() - this.#drawnAt < mapAge * 1_000) return this.#drawn
    const drawing = draw().catch((error: unknown) => {
      if (this.#drawn === drawing) this.#drawn = undefined
      throw error
    })
    this.#drawn = drawing
    this.#drawnAt = now.getTime()
    return drawing
  }
}

export const wholeMarket = slot(() => new WholeMarket())
