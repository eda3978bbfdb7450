import { slot } from '../../kernel/slot.ts'
import type { House } from '../../kernel/house.ts'
import type { Prefix } from '../../kernel/ip/index.ts'
import { locationStamps, networkFacts } from '../../network/index.ts'
import { surveyOf, type Ground, type Remembered, type Survey } from './place.rules.ts'

/** Surveys a node has made, as long as it tells of the same locations and lists. */
class Surveyor {
  readonly #house: House
  readonly #ground: Ground
  readonly #remembered: Remembered = new Map()
  #of = ''

  constructor(house: House) {
    const facts = networkFacts({ house })
    this.#house = house
    this.#ground = {
      placesOf: (block) => facts.geodata(block)?.value ?? [],
      isListed: (block) => (facts.blocklistHits(block)?.value.length ?? 0) > 0,
      hasParts: (block) => facts.hasPartsSeenOrListed(block),
    }
  }

  readonly survey = (block: Prefix): Survey => {
    const { places, lists } = locationStamps({ house: this.#house })
    if (this.#of !== `${places} ${lists}`) this.#remembered.clear()
    this.#of = `${places} ${lists}`
    return surveyOf(block, this.#ground, this.#remembered)
  }
}

export const surveyor = slot((house) => new Surveyor(house))

/** What became free is placed within a minute; where much waits, whoever searches has it done, once a second. */
const placeEvery = 1_000

class Placing {
  #askedAt = -Infinity

  isTime(now: Date): boolean {
    if (now.getTime() - this.#askedAt < placeEvery) return false
    this.#askedAt = now.getTime()
    return true
  }
}

export const placing = slot(() => new Placing())
