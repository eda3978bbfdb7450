import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  comparePrefixes,
  difference,
  formatPrefix,
  knownPrefix,
  lastAddress,
  mergePrefixes,
  nthChild,
  overlaps,
  samePrefix,
  subtract,
  type Prefix,
} from '../../kernel/ip/index.ts'
import { regroup, surroundings, takeOut, isFree, type FreeBlock } from './inventory.rules.ts'
import { exchange, readChildren, toggle } from './visibility.rules.ts'

const offer = knownPrefix('45.8.0.0/16')
const blocks = (...texts: string[]) => texts.map(knownPrefix)
const texts = (prefixes: readonly Prefix[]) => prefixes.map(formatPrefix).sort()

/** An offer's space as the store would keep it: each change sees only what lies in its surroundings. */
class Space {
  hidden: Prefix[] = []
  tiles: FreeBlock[] = [{ block: offer, hidden: false }]
  readonly claims: Prefix[] = []

  toggle(children: readonly Prefix[]): void {
    const { first, last, exactly } = surroundings(children, offer)
    const end = lastAddress(last).value
    const isNear = (block: Prefix) =>
      (comparePrefixes(block, first) >= 0 && block.address <= end) || exactly.some((near) => samePrefix(near, block))
    const hidden = this.hidden.filter(isNear)
    const sides = toggle(children, hidden)
    const changed = regroup(hidden, sides.shown, sides.hidden)
    this.hidden = [...this.hidden.filter((block) => !isGone(block, changed.removed)), ...changed.added]
    const { removed, added } = exchange(
      this.tiles.filter(({ block }) => isNear(block)),
      sides,
    )
    this.tiles = [...this.tiles.filter(({ block }) => !isGone(block, removed)), ...added]
  }

  claim(block: Prefix): void {
    const touching = this.tiles.filter((tile) => overlaps(tile.block, block))
    if (!isFree(block, touching)) return
    const { removed, added } = takeOut(block, touching)
    this.tiles = [...this.tiles.filter((tile) => !isGone(tile.block, removed)), ...added]
    this.claims.push(block)
  }
}

const isGone = (block: Prefix, removed: readonly Prefix[]) => removed.some((gone) => samePrefix(gone, block))

const arbitraryBlock = fc
  .tuple(fc.integer({ min: 16, max: 24 }), fc.nat({ max: 255 }))
  .map(([length, n]) => nthChild(offer, length, n % 2 ** (length - 16)))

const arbitraryChildren = fc
  .tuple(fc.integer({ min: 16, max: 24 }), fc.uniqueArray(fc.nat({ max: 255 }), { minLength: 1, maxLength: 40 }))
  .map(([length, numbers]) =>
    [...new Set(numbers.map((n) => n % 2 ** (length - 16)))].map((n) => nthChild(offer, length, n)),
  )

describe('toggling', () => {
  it('hides what is shown, even in part, and shows what is wholly hidden', () => {
    const hidden = blocks('45.8.0.0/22', '45.8.8.0/24')
    const sides = toggle(blocks('45.8.8.0/23', '45.8.2.0/23', '45.8.16.0/23'), hidden)
    expect([texts(sides.hidden), texts(sides.shown)]).toEqual([['45.8.16.0/23', '45.8.8.0/23'], ['45.8.2.0/23']])
  })

  it('is undone by itself where nothing was hidden in part', () => {
    fc.assert(
      fc.property(arbitraryChildren, (children) => {
        const space = new Space()
        space.toggle(children)
        expect(texts(space.hidden)).toEqual(texts(mergePrefixes(children)))
        space.toggle(children)
        expect([space.hidden, space.tiles]).toEqual([[], [{ block: offer, hidden: false }]])
      }),
    )
  })

  it('keeps both kinds of free space and the hidden set the fewest blocks, whatever is claimed between', () => {
    const steps = fc.array(fc.oneof(arbitraryBlock, arbitraryChildren), { maxLength: 25 })
    fc.assert(
      fc.property(steps, (wanted) => {
        const space = new Space()
        let hidden: Prefix[] = []
        for (const step of wanted)
          if (Array.isArray(step)) {
            const [shown, concealed] = [[] as Prefix[], [] as Prefix[]]
            for (const child of step) (subtract(child, hidden).length === 0 ? shown : concealed).push(child)
            hidden = mergePrefixes([...difference(hidden, shown), ...concealed])
            space.toggle(step)
          } else space.claim(step)
        const tilesOf = (kind: boolean) => texts(space.tiles.filter((t) => t.hidden === kind).map((t) => t.block))
        expect(texts(space.hidden)).toEqual(texts(hidden))
        expect(tilesOf(true)).toEqual(texts(difference(hidden, space.claims)))
        expect(tilesOf(false)).toEqual(texts(subtract(offer, [...hidden, ...space.claims])))
      }),
    )
  })
})

describe('the surroundings of parts', () => {
  it('are what lies between them, and what is around or beside the first and the last, up to the offer', () => {
    const parts = blocks('45.8.3.0/24', '45.8.4.0/24', '45.8.2.0/24')
    const { first, last, exactly } = surroundings(parts, knownPrefix('45.8.0.0/21'))
    expect([first, last].map(formatPrefix)).toEqual(['45.8.2.0/24', '45.8.4.0/24'])
    expect([...new Set(texts(exactly))]).toEqual([
      '45.8.0.0/21',
      '45.8.0.0/22',
      '45.8.0.0/23',
      '45.8.2.0/23',
      '45.8.3.0/24',
      '45.8.4.0/22',
      '45.8.4.0/23',
      '45.8.5.0/24',
      '45.8.6.0/23',
    ])
  })
})

describe('named children', () => {
  const read = (addresses: string[], length = 24) =>
    readChildren(addresses, length, { block: knownPrefix('45.8.0.0/20'), smallest: 24 })

  it('are read as blocks of the given length', () => {
    expect(read(['45.8.1.0', '45.8.0.0'])).toEqual({ children: blocks('45.8.1.0/24', '45.8.0.0/24') })
    expect(read(['45.8.0.0'], 20)).toEqual({ children: blocks('45.8.0.0/20') })
  })

  it('are refused each by its place', () => {
    expect(
      read(['45.8.1.0', '45.8.1.5', '45.9.0.0', 'x', '2001:db8::', '045.8.2.0', '45.8.1.0', '45.8.3.0/24']),
    ).toEqual({
      faults: {
        'childs.1.address': ['is not the first address of a /24; that would be 45.8.1.0/24'],
        'childs.2.address': ['lies outside 45.8.0.0/20'],
        'childs.3.address': ['is not an IPv4 address'],
        'childs.4.address': ['is not an IPv4 address'],
        'childs.5.address': ['has an octet with a leading zero'],
        'childs.6.address': ['is named twice'],
        'childs.7.address': ['is not an IPv4 address'],
      },
    })
  })

  it.each([19, 25])('are refused at /%i, which the offer is not split into', (length) => {
    expect(read(['45.8.0.0'], length)).toEqual({
      faults: { cidr: ['must be between 20 and 24, as this market service is split'] },
    })
  })
})
