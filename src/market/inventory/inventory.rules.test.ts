import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addressCount,
  formatPrefix,
  knownPrefix,
  mergePrefixes,
  nthChild,
  overlaps,
  samePrefix,
  subtract,
  type Prefix,
} from '../../kernel/ip/index.ts'
import { buddiesOf, giveBack, isFree, nearestChildren, takeOut, within, type FreeBlock } from './inventory.rules.ts'

const offer = knownPrefix('45.8.0.0/16')

/** A block of the offer, from the whole of it to a /24. */
const arbitraryBlock = fc
  .tuple(fc.integer({ min: 16, max: 24 }), fc.nat({ max: 255 }))
  .map(([length, n]) => nthChild(offer, length, n % 2 ** (length - 16)))

/** The free space as the store would keep it, driven only by the rules. */
class Space {
  tiles: FreeBlock[] = [{ block: offer, hidden: false }]
  readonly claims: Prefix[] = []

  claim(block: Prefix): boolean {
    const touching = this.tiles.filter((tile) => overlaps(tile.block, block))
    if (!isFree(block, touching)) return false
    this.apply(takeOut(block, touching))
    this.claims.push(block)
    return true
  }

  release(n: number): void {
    const [block] = this.claims.splice(n % Math.max(1, this.claims.length), 1)
    if (!block) return
    const buddies = buddiesOf(block, offer).filter((buddy) => this.tiles.some((tile) => samePrefix(tile.block, buddy)))
    this.apply(giveBack([block], buddies, false))
  }

  apply({ removed, added }: ReturnType<typeof takeOut>): void {
    this.tiles = [...this.tiles.filter(({ block }) => !removed.some((gone) => samePrefix(gone, block))), ...added]
  }
}

const texts = (blocks: readonly Prefix[]) => blocks.map(formatPrefix).sort()

describe('free space', () => {
  it('is always the fewest blocks that the claims leave, whatever is claimed and released', () => {
    const steps = fc.array(fc.oneof(arbitraryBlock, fc.nat({ max: 50 })), { maxLength: 60 })
    fc.assert(
      fc.property(steps, (wanted) => {
        const space = new Space()
        for (const step of wanted)
          if (typeof step === 'number') space.release(step)
          else space.claim(step)
        expect(space.claims.filter((a, i) => space.claims.some((b, j) => i < j && overlaps(a, b)))).toEqual([])
        const left = subtract(offer, space.claims)
        expect(texts(space.tiles.map(({ block }) => block))).toEqual(texts(left))
      }),
    )
  })

  it('keeps what is hidden apart from what is shown', () => {
    const hidden = { block: knownPrefix('45.8.1.0/24'), hidden: true }
    const shown = { block: knownPrefix('45.8.0.0/24'), hidden: false }
    expect(isFree(knownPrefix('45.8.0.0/23'), [hidden, shown])).toBe(true)
    expect(isFree(knownPrefix('45.8.0.0/23'), [shown])).toBe(false)
    expect(takeOut(knownPrefix('45.8.0.0/23'), [hidden, shown]).added).toEqual([])
    expect(giveBack([hidden.block], [], true).added).toEqual([hidden])
  })

  it('grows together with its neighbours up to the whole offer and not beyond', () => {
    const block = knownPrefix('45.8.1.0/24')
    const buddies = buddiesOf(block, offer)
    expect(texts(buddies)).toEqual(texts(subtract(offer, [block])))
    expect(giveBack([block], buddies, false)).toMatchObject({ removed: buddies, added: [{ block: offer }] })
  })
})

describe('blocks', () => {
  it('lie within others by their parts', () => {
    fc.assert(
      fc.property(arbitraryBlock, fc.array(arbitraryBlock), (block, others) => {
        const apart = mergePrefixes(others)
        const inside = within(block, apart)
        const rest = subtract(block, inside)
        const count = (blocks: readonly Prefix[]) => blocks.reduce((sum, b) => sum + addressCount(b), 0)
        expect(count(inside) + count(rest)).toBe(addressCount(block))
        expect(rest.some((left) => apart.some((other) => overlaps(other, left)))).toBe(false)
      }),
    )
  })

  it('name the children of their size nearest to them in a free block', () => {
    const near = (free: string, most: number) =>
      nearestChildren(knownPrefix(free), knownPrefix('45.8.8.0/24'), most).map(formatPrefix)
    expect(near('45.8.0.0/22', 2)).toEqual(['45.8.3.0/24', '45.8.2.0/24'])
    expect(near('45.8.16.0/20', 3)).toEqual(['45.8.16.0/24', '45.8.17.0/24', '45.8.18.0/24'])
    expect(near('45.8.9.0/24', 4)).toEqual(['45.8.9.0/24'])
  })
})
