import type { Context } from '../../kernel/context.ts'
import {
  comparePrefixes,
  contains,
  formatPrefix,
  knownPrefix,
  lastAddress,
  prefixAround,
  samePrefix,
  type Prefix,
} from '../../kernel/ip/index.ts'
import { everywhere, firstLeasesIn, leasesInParts, spaceAfter, type Part, type SpaceLease } from '../../market/index.ts'
import { networkFacts } from '../../network/index.ts'
import { rootOf, type Root, type Spot } from './spot.rules.ts'

/**
 * All that is known inside a company's blocks: the leases, and what the network's data knows. Walked in address order,
 * a few hundred at a time, so that a request needs no more memory for a /8 than for a /24.
 */

/** So many prefixes are looked at together: one statement each for what the database knows of them. */
const batchSize = 256
/** So many leases are fetched together. */
const leasesAtOnce = 500
const spaceAtOnce = 500

/** The company's outermost blocks in address order; `first` of them in the first batch, where that may be enough. */
export async function* allRoots(ctx: Context, tenant: string, first = spaceAtOnce): AsyncGenerator<Root[]> {
  let most = Math.min(first, spaceAtOnce)
  for (let last = everywhere; ; most = spaceAtOnce) {
    const spaces = await spaceAfter(ctx, tenant, last, most)
    if (spaces.length > 0) yield spaces.map(rootOf)
    if (spaces.length < most) return
    last = spaces.at(-1)?.block ?? last
  }
}

/**
 * Tree by tree in the order given; each root first, then everything inside it in address order. Who wants `few` is given
 * those before more roots are asked for.
 */
export async function* knownInside(
  ctx: Context,
  roots: AsyncIterable<readonly Root[]> | Iterable<readonly Root[]>,
  few = batchSize,
): AsyncGenerator<Spot[]> {
  const enough = Math.min(few, batchSize)
  let batch: Spot[] = []
  for await (const some of roots)
    for (const group of groupsOf(some))
      for await (const spots of insideAll(ctx, group)) {
        batch = batch.length === 0 ? spots : batch.concat(spots)
        if (batch.length < enough) continue
        yield batch
        batch = []
        // Who asks for nothing from the database must not keep everybody else waiting.
        await new Promise(setImmediate)
      }
  if (batch.length > 0) yield batch
}

/** As many as an offer has is the most there can be in a part of it; inside a lease there is none. */
const expectedLeases = ({ space, lease }: Root): number => (lease === null ? space.live_leases : 0)

/** Neighbours whose leases are fetched by one statement. */
function* groupsOf(roots: readonly Root[]): Generator<Root[]> {
  let group: Root[] = []
  let leases = 0
  for (const root of roots) {
    leases += expectedLeases(root)
    if (group.length > 0 && leases > leasesAtOnce) {
      yield group
      group = []
      leases = expectedLeases(root)
    }
    group.push(root)
  }
  if (group.length > 0) yield group
}

async function* insideAll(ctx: Context, group: readonly Root[]): AsyncGenerator<Spot[]> {
  const [only] = group
  if (only && group.length === 1 && expectedLeases(only) > leasesAtOnce) {
    yield* inside(ctx, only, leasesInBatches(ctx, only))
    return
  }
  const wanting = group.filter((root) => expectedLeases(root) > 0)
  const found = Map.groupBy(await leasesInParts(ctx, wanting.map(partOf)), ({ part }) => wanting[part])
  for (const root of group) yield* inside(ctx, root, [found.get(root) ?? []])
}

const partOf = ({ prefix, space }: Root): Part => ({
  offer: space.offer_uuid,
  from: formatPrefix(prefix),
  to: formatPrefix(lastBlock(prefix)),
})

const lastBlock = (prefix: Prefix): Prefix => prefixAround(lastAddress(prefix), prefix.family === 4 ? 32 : 128)

/** The last one of a batch is asked for again with the next, and left out there. */
async function* leasesInBatches(ctx: Context, root: Root): AsyncGenerator<SpaceLease[]> {
  const part = partOf(root)
  for (let from = part.from, again = false; ;) {
    const leases = await firstLeasesIn(ctx, { ...part, from }, leasesAtOnce)
    yield again && leases[0]?.block === from ? leases.slice(1) : leases
    if (leases.length < leasesAtOnce) return
    from = leases.at(-1)?.block ?? from
    again = true
  }
}

type Batches = AsyncIterable<readonly SpaceLease[]> | Iterable<readonly SpaceLease[]>

/** Leases and what the data knows, merged; each prefix once. */
async function* inside(ctx: Context, root: Root, batches: Batches): AsyncGenerator<Spot[]> {
  const found = networkFacts(ctx).discover(root.prefix)[Symbol.iterator]()
  const merge = new Merge(root, found)
  for await (const leases of batches) yield* merge.with(leases)
  yield* merge.rest()
}

class Merge {
  readonly #root: Root
  readonly #found: Iterator<Prefix>
  #next: Prefix | undefined
  #begun = false
  #lease: { readonly lease: SpaceLease; readonly prefix: Prefix } | null

  constructor(root: Root, found: Iterator<Prefix>) {
    this.#root = root
    this.#found = found
    this.#lease = root.lease && { lease: root.lease, prefix: knownPrefix(root.lease.block) }
    this.#advance()
  }

  *with(leases: readonly SpaceLease[]): Generator<Spot[]> {
    for (const lease of leases) {
      const prefix = knownPrefix(lease.block)
      yield* this.#until(prefix)
      this.#lease = { lease, prefix }
      if (this.#next !== undefined && samePrefix(this.#next, prefix)) this.#advance()
      if (samePrefix(prefix, this.#root.prefix)) yield this.#begin()
      else yield [...this.#begin(), this.#spotAt(prefix)]
    }
  }

  *rest(): Generator<Spot[]> {
    yield* this.#until(null)
    yield this.#begin()
  }

  /** What comes before a prefix. */
  *#until(end: Prefix | null): Generator<Spot[]> {
    let spots: Spot[] = []
    for (let next = this.#next; next !== undefined; next = this.#next) {
      if (end !== null && comparePrefixes(next, end) >= 0) break
      if (spots.length === 0) spots.push(...this.#begin())
      if (!samePrefix(next, this.#root.prefix)) spots.push(this.#spotAt(next))
      this.#advance()
      if (spots.length < batchSize) continue
      yield spots
      spots = []
    }
    if (spots.length > 0) yield spots
  }

  /** The root itself, the first time. */
  #begin(): Spot[] {
    if (this.#begun) return []
    this.#begun = true
    return [{ ...this.#root, lease: this.#leaseAround(this.#root.prefix), top: true }]
  }

  #spotAt(prefix: Prefix): Spot {
    return { prefix, space: this.#root.space, lease: this.#leaseAround(prefix), top: false }
  }

  /** Leases lie apart: only the last one met can be around it. */
  #leaseAround(prefix: Prefix): SpaceLease | null {
    return this.#lease !== null && contains(this.#lease.prefix, prefix) ? this.#lease.lease : null
  }

  #advance(): void {
    const { done, value } = this.#found.next()
    this.#next = done === true ? undefined : value
  }
}
