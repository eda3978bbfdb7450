import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressCount, formatPrefix, knownPrefix, nthChild, subtract, type Prefix } from '../../kernel/ip/index.ts'
import { splitTree, tileKinds, type Tile, type TileKind } from './tree.rules.ts'

const whole = knownPrefix('45.8.0.0/20')
const claim = { lease: null, reservation: null, lessee: 'Somebody', until: null }

const tile = (block: Prefix, kind: TileKind): Tile => ({
  kind,
  block,
  addresses: addressCount(block),
  claim: kind === 'held' || kind === 'leased' ? claim : null,
})

/** Claims here and there, what is left free or hidden. */
const tilings = fc
  .array(fc.tuple(fc.integer({ min: 21, max: 24 }), fc.nat(), fc.constantFrom('held' as const, 'leased' as const)), {
    maxLength: 6,
  })
  .map((wishes) => {
    const claims: Tile[] = []
    let left: Prefix[] = [whole]
    for (const [length, n, kind] of wishes) {
      const block = nthChild(whole, length, n % 2 ** (length - 20))
      const rest = left.flatMap((free) => subtract(free, [block]))
      const size = (blocks: readonly Prefix[]) => blocks.reduce((sum, one) => sum + addressCount(one), 0)
      if (size(left) - size(rest) !== addressCount(block)) continue
      claims.push(tile(block, kind))
      left = rest
    }
    return [...claims, ...left.map((block, i) => tile(block, i % 2 === 0 ? 'free' : 'hidden'))]
  })

describe('splitTree', () => {
  it('has all addresses of a block in one count or another, and those of its halves make up its own', () => {
    fc.assert(
      fc.property(tilings, fc.integer({ min: 20, max: 24 }), (tiles, smallest) => {
        const nodes = splitTree(whole, smallest, tiles, [])
        const joined: [whole: object, parts: object][] = []
        const byName = new Map(nodes.map((node) => [formatPrefix(node.block), node]))
        for (const { block, counts, state } of nodes) {
          const sizes = Object.values(counts)
          expect(sizes.reduce((sum, n) => sum + n, 0)).toBe(addressCount(block))
          expect(sizes.filter((n) => n > 0).length > 1).toBe(state === 'mixed')
          const parts = [0, 1].flatMap((n) => byName.get(formatPrefix(nthChild(block, block.length + 1, n))) ?? [])
          const added = (kind: TileKind) => parts.reduce((sum, part) => sum + part.counts[kind], 0)
          if (parts.length > 0) joined.push([counts, Object.fromEntries(tileKinds.map((kind) => [kind, added(kind)]))])
        }
        for (const [of, parts] of joined) expect(parts).toEqual(of)
      }),
    )
  })

  it('goes down to the smallest size, each block before its parts, and not into what one lessee has', () => {
    const [low, high] = [knownPrefix('45.8.0.0/21'), knownPrefix('45.8.8.0/21')]
    const nodes = splitTree(whole, 22, [tile(low, 'leased'), tile(high, 'free')], [])
    expect(nodes.map(({ block, state }) => `${formatPrefix(block)} ${state}`)).toEqual([
      '45.8.0.0/20 mixed',
      '45.8.0.0/21 leased',
      '45.8.8.0/21 free',
      '45.8.8.0/22 free',
      '45.8.12.0/22 free',
    ])
    expect(nodes.map((node) => node.claim?.lessee ?? null)).toEqual([null, 'Somebody', null, null, null])
  })

  it('knows a part of a larger claim, and what is wholly hidden', () => {
    const part = knownPrefix('45.8.4.0/22')
    const nodes = splitTree(part, 24, [tile(whole, 'leased')], [whole])
    expect(nodes).toHaveLength(1)
    expect(nodes[0]).toMatchObject({ state: 'leased', counts: { leased: 1_024 }, isHidden: true })
    expect(nodes[0]?.claim?.block).toEqual(whole)
  })

  it('adds up what is smaller than what is looked at', () => {
    const sums: Tile[] = [
      { kind: 'free', block: whole, addresses: 3_000, claim: null },
      { kind: 'leased', block: whole, addresses: 1_096, claim: null },
    ]
    expect(splitTree(whole, 20, sums, [])).toMatchObject([
      { state: 'mixed', counts: { free: 3_000, hidden: 0, held: 0, leased: 1_096 }, claim: null },
    ])
  })
})
