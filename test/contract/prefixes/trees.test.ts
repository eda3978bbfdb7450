import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  comparePrefixes,
  contains,
  formatPrefix,
  knownPrefix,
  nthChild,
  parent,
  type Prefix,
} from '../../../src/kernel/ip/index.ts'
import { networkSettled } from '../../../src/network/index.ts'
import { know } from '../../support/market/facts.ts'
import { crowdPrefixes, type CrowdOffer } from '../../support/market/prefix-crowd.ts'
import { outlineOf, prefixesPath, prefixScopes, type Client, type Tree } from '../../support/market/prefixes.ts'
import { openWorld, type World } from '../../support/world.ts'

/**
 * The trees of a company with thousands of prefixes, read page by page, are what a deliberately simple computation makes
 * of the same blocks, leases and facts. SUBLET_TEST_PREFIXES says how many (3,000; up to 100,000).
 */

const size = Number(process.env['SUBLET_TEST_PREFIXES'] ?? 3_000)

/** Always the same numbers: a failure can be looked at again. */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const draw = random(20_261_115)
const oneOf = <T>(values: readonly T[]): T => values[draw(values.length)] as T
const partOf = (block: Prefix, length: number): Prefix => nthChild(block, length, draw(2 ** (length - block.length)))

interface Ground {
  /** The company's outermost blocks. */
  readonly tops: readonly Prefix[]
  readonly offers: readonly CrowdOffer[]
  readonly facts: readonly Prefix[]
}

/** One block has half of everything inside it, the others little or nothing; some are leased from others. */
function drawGround(own: string, others: readonly [string, string]): Ground {
  const giant = knownPrefix('20.0.0.0/8')
  const held = Array.from({ length: Math.ceil(size / 20) }, (_, n) =>
    partOf(nthChild(knownPrefix('64.0.0.0/3'), 18, n), 18 + draw(7)),
  )
  const foreign = Array.from({ length: Math.ceil(size / 40) }, (_, n) => nthChild(knownPrefix('128.0.0.0/3'), 18, n))
  const lettings = (block: Prefix, most: number) => {
    const parts = new Map(
      Array.from({ length: most }, () => partOf(block, 24)).map((part) => [formatPrefix(part), part]),
    )
    return [...parts.values()]
  }
  const offerOf = (holder: string, block: Prefix, parts: readonly Prefix[], lessee: () => string): CrowdOffer => ({
    holder,
    block: formatPrefix(block),
    leases: parts.map((part) => ({ lessee: lessee(), block: formatPrefix(part) })),
  })
  const foreignParts = foreign.map((block) => lettings(block, 2))
  const offers = [
    offerOf(own, giant, lettings(giant, size / 4), () => oneOf(others)),
    ...held.map((block) => offerOf(own, block, block.length <= 24 ? lettings(block, 3) : [], () => oneOf(others))),
    ...foreign.map((block, i) => offerOf(others[0], block, foreignParts[i] ?? [], () => own)),
  ]
  const tops = [giant, ...held, ...foreignParts.flat()].sort(comparePrefixes)
  const facts = Array.from({ length: size * 1.4 }, () => {
    const block = draw(2) === 0 ? giant : oneOf([...held, ...foreign])
    return partOf(block, block.length + draw(33 - block.length))
  })
  return { tops, offers, facts: [...new Map(facts.map((fact) => [formatPrefix(fact), fact])).values()] }
}

type Outline = string | [string, ...Outline[]]

/** Each prefix hangs under the nearest of the prefixes around it: found by asking for one after the other. */
function naiveTrees(tops: readonly Prefix[], inside: readonly Prefix[]): Outline[] {
  const known = new Map([...tops, ...inside].map((prefix) => [formatPrefix(prefix), prefix]))
  const roots = new Set(tops.map(formatPrefix))
  const children = new Map<string, Prefix[]>()
  for (const [name, prefix] of known) {
    let around = roots.has(name) ? undefined : parent(prefix)
    while (around && !known.has(formatPrefix(around))) around = parent(around)
    if (around) children.set(formatPrefix(around), [...(children.get(formatPrefix(around)) ?? []), prefix])
  }
  const outline = (prefix: Prefix): Outline => {
    const name = formatPrefix(prefix)
    const inner = (children.get(name) ?? []).toSorted(comparePrefixes).map(outline)
    return inner.length === 0 ? name : [name, ...inner]
  }
  return tops.toSorted(comparePrefixes).map(outline)
}

let world: World
let own: Client
let ground: Ground
let expected: Outline[]
beforeAll(async () => {
  world = await openWorld()
  own = await world.client(prefixScopes)
  const others = [await world.tenant('Other'), await world.tenant('Another')] as const
  ground = drawGround(own.tenant, [...others])
  await crowdPrefixes(world.house.pool, ground.offers)
  const third = Math.ceil(ground.facts.length / 3)
  const some = (n: number) => ground.facts.slice(n * third, (n + 1) * third).map((prefix) => ({ prefix }))
  await know(world, 'origins', some(0))
  await know(world, 'vrps', some(1))
  await know(
    world,
    'registry',
    some(2).map((fact, i) => ({ ...fact, organisation: `Organisation ${i % 5}` })),
  )
  await networkSettled(world)
  const leases = ground.offers.flatMap((offer) => offer.leases.map(({ block }) => knownPrefix(block)))
  const isOwn = (prefix: Prefix) => topOf(prefix) !== undefined
  expected = naiveTrees(ground.tops, [...leases, ...ground.facts].filter(isOwn))
}, 600_000)
afterAll(() => world.close())

/** The outermost block around it, by its parents. */
function topOf(prefix: Prefix): Prefix | undefined {
  tops ??= new Set(ground.tops.map(formatPrefix))
  for (let around: Prefix | undefined = prefix; around; around = parent(around))
    if (tops.has(formatPrefix(around))) return around
  return undefined
}
let tops: Set<string> | undefined

async function* pages(query: string, limit: number): AsyncGenerator<Tree[]> {
  for (let offset = 0; ; offset += limit) {
    const url = `${prefixesPath(own.tenant, '/subsets/metadata')}?${query}&limit=${limit}&offset=${offset}`
    const { status, text, body } = await world.call('GET', url, { headers: own.bearer })
    if (status !== 200) throw new Error(text)
    yield body.data
    if (body.data.length < limit) return
  }
}

async function readAll(query: string, limit: number): Promise<unknown[]> {
  const trees: unknown[] = []
  for await (const page of pages(query, limit)) trees.push(...page.map(outlineOf))
  return trees
}

const nameOf = (tree: Outline): string => (typeof tree === 'string' ? tree : tree[0])
const flat = (tree: Outline): string[] =>
  typeof tree === 'string' ? [tree] : [tree[0], ...tree.slice(1).flatMap((inner) => flat(inner))]

describe(`the trees of ${size} prefixes`, () => {
  it('are as large as this test means them to be', () => {
    expect(expected.flatMap(flat).length).toBeGreaterThan(size)
    expect(expected.some((tree) => flat(tree).length > size / 3)).toBe(true)
  })

  it('page by page, are what a simple computation makes of them', { timeout: 600_000 }, async () => {
    expect(await readAll('fields=notation', 1_000)).toEqual(expected)
    expect(await readAll('fields=notation', 97)).toEqual(expected)
  })

  it('come in every order', { timeout: 600_000 }, async () => {
    const byName = expected.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
    expect(await readAll('fields=notation&sort=-ipNet', 1_000)).toEqual(expected.toReversed())
    expect(await readAll('fields=notation&sort=notation', 1_000)).toEqual(byName)
    expect(await readAll('fields=notation&sort=-notation', 1_000)).toEqual(byName.toReversed())
  })

  it('are a flat list to the search', { timeout: 600_000 }, async () => {
    const found: string[] = []
    for (let offset = 0; found.length === offset; offset += 1_000) {
      const { body } = await world.call('POST', prefixesPath(own.tenant, '/search'), {
        headers: own.bearer,
        payload: { fields: ['notation'], limit: 1_000, offset },
      })
      found.push(...body.data.map(({ notation }: { notation: string }) => notation))
      if (offset > 20_000) break
    }
    const names = expected.flatMap(flat)
    expect(found).toEqual(names.slice(0, found.length))
    expect(found.length).toBe(Math.min(names.length, 22_000))
  })

  it('keep only what matches an organisation', { timeout: 600_000 }, async () => {
    const records = ground.facts.slice(2 * Math.ceil(ground.facts.length / 3))
    const organisation = new Map(records.map((record, i) => [formatPrefix(record), `Organisation ${i % 5}`]))
    const nearest = (prefix: Prefix | undefined): string | undefined =>
      prefix && (organisation.get(formatPrefix(prefix)) ?? nearest(parent(prefix)))
    const kept = expected
      .flatMap(flat)
      .map(knownPrefix)
      .filter((prefix) => nearest(prefix) === 'Organisation 3')
    const names = new Set(kept.map(formatPrefix))
    const hasKeptAround = (prefix: Prefix): boolean => {
      const top = topOf(prefix) ?? prefix
      for (let around = parent(prefix); around && contains(top, around); around = parent(around))
        if (names.has(formatPrefix(around))) return true
      return false
    }
    const roots = kept.filter((prefix) => !hasKeptAround(prefix))
    expect(roots.length).toBeGreaterThan(size / 40)
    expect(await readAll('fields=notation&organisations=organisation%203', 1_000)).toEqual(naiveTrees(roots, kept))
  })
})
