import { inTransaction, type Context } from '../../kernel/context.ts'
import { emitAll } from '../../kernel/work/events.ts'
import {
  comparePrefixes,
  contains,
  formatPrefix,
  knownPrefix,
  lastAddress,
  parent,
  prefixAround,
  samePrefix,
  type Prefix,
} from '../../kernel/ip/index.ts'
import { heldFrom, originsExpectedFor, type LetBlock, type Origins } from '../../market/index.ts'
import { networkFacts } from '../../network/index.ts'
import { Apart } from '../prefix/apart.rules.ts'
import { prefixesEvents } from '../prefixes.events.ts'
import { judgeHealth, statusesOf, whyDigest } from './health.rules.ts'
import { gatherOwned } from './facts.actions.ts'
import {
  dataStateSeen,
  lockHealth,
  lookedAt,
  moveWalk,
  wantWalk,
  writeHealth,
  type Stretch,
  type Turn,
} from './history.store.ts'
import { keepNews } from './news.store.ts'

/**
 * Looks at prefixes again and writes down what has changed: all of them when new data has come, walking in address order
 * a few hundred at a time, or those in and around one block when its letters have changed. A transaction is short, and
 * whatever was not finished is looked at again: the comparison is with what is kept.
 */

/** So many prefixes in a transaction. */
const atOnce = 500

const wholeSpace = knownPrefix('0.0.0.0/0')
const endOf = (block: Prefix): Prefix => prefixAround(lastAddress(block), 32)

const from = (first: Prefix, last: Prefix): Stretch => ({
  first: formatPrefix(first),
  last: formatPrefix(last),
  open: false,
})
const behind = (first: Prefix, last: Prefix): Stretch => ({ ...from(first, last), open: true })

interface Progress {
  readonly looked: number
  readonly changed: number
  readonly finished: boolean
}

/** Every prefix anew; one that is on its way begins again. */
export const lookAtAll = wantWalk

/** One step of the walk over all that is held. */
export function walkOn(ctx: Context): Promise<Progress> {
  return inTransaction(ctx, async (tx) => {
    const walk = await lockHealth(tx)
    if (walk.done === walk.wanted) return { looked: 0, changed: 0, finished: true }
    const prefixes = await nextPrefixes(tx, walk.after)
    const last = prefixes.length < atOnce ? null : (prefixes.at(-1) ?? null)
    const end = last ?? endOf(wholeSpace)
    const { changed } = await look(tx, prefixes, [
      walk.after === null ? from(wholeSpace, end) : behind(walk.after, end),
    ])
    await moveWalk(tx, last, walk.after === null ? dataStateOf(tx) : walk.dataState)
    return { looked: prefixes.length, changed, finished: last === null }
  })
}

/** The prefixes in question behind a place, in address order. */
async function nextPrefixes(ctx: Context, after: Prefix | null): Promise<Prefix[]> {
  const found: Prefix[] = []
  let [place, last] = [after ?? wholeSpace, after]
  for (;;) {
    const held = await heldFrom(ctx, place, atOnce)
    const leases = new Apart((await originsExpectedFor(ctx, held)).leases)
    for (const block of held)
      for (const prefix of knownIn(ctx, leases, block)) {
        if (last !== null && comparePrefixes(prefix, last) <= 0) continue
        found.push((last = prefix))
        if (found.length === atOnce) return found
      }
    if (held.length < atOnce) return found
    place = endOf(held.at(-1) ?? place)
  }
}

/** A held or let block, the leases in it, and what the data knows inside: each once, in address order. */
function* knownIn(ctx: Context, leases: Apart<LetBlock>, block: Prefix): Generator<Prefix> {
  const leased = leases.inside(block).map((lease) => lease.block)
  let last = block
  yield block
  for (const prefix of merged(leased, networkFacts(ctx).discover(block))) {
    if (samePrefix(prefix, last)) continue
    yield prefix
    last = prefix
  }
}

/** Both are in address order. */
function* merged(some: readonly Prefix[], others: Iterable<Prefix>): Generator<Prefix> {
  let at = 0
  for (const other of others) {
    for (let one = some[at]; one !== undefined && comparePrefixes(one, other) <= 0; one = some[++at]) yield one
    yield other
  }
  yield* some.slice(at)
}

/** The same for blocks that are small and apart, all at once. */
export function lookInsideSmall(ctx: Context, blocks: readonly Prefix[]): Promise<boolean> {
  return underLock(ctx, async (tx) => {
    const [around, origins] = await Promise.all([
      lookedAt(tx, blocks.flatMap(ancestorsOf)),
      originsExpectedFor(tx, blocks),
    ])
    const inside = blocks.flatMap((block) => [...inQuestion(tx, block, origins)])
    const scope = [...around.map((each) => from(each, each)), ...blocks.map((block) => from(block, endOf(block)))]
    return look(tx, [...around, ...inside], scope)
  })
}

/** The block, what is known inside it, and what has been looked at around it. Whether there is something to be mailed. */
export async function lookInside(ctx: Context, block: Prefix): Promise<boolean> {
  let news = await underLock(ctx, async (tx) => {
    const around = await lookedAt(tx, ancestorsOf(block))
    const scope = around.map((each) => from(each, each))
    return look(tx, around, scope)
  })
  let last: Prefix | null = null
  for (const some of batchesOf(inQuestion(ctx, block, await originsExpectedFor(ctx, [block])))) {
    const end: Prefix = some.length < atOnce ? endOf(block) : (some.at(-1) ?? block)
    const scope = last === null ? from(block, end) : behind(last, end)
    news = (await underLock(ctx, (tx) => look(tx, some, [scope]))) || news
    last = end
  }
  return news
}

const underLock = (ctx: Context, work: (ctx: Context) => Promise<Seen>): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    await lockHealth(tx)
    return (await work(tx)).news
  })

/** The last one is smaller than the others, and may be empty. */
function* batchesOf(prefixes: Iterable<Prefix>): Generator<Prefix[]> {
  let batch: Prefix[] = []
  for (const prefix of prefixes) {
    batch.push(prefix)
    if (batch.length < atOnce) continue
    yield batch
    batch = []
  }
  yield batch
}

/** Nothing of a block that nobody holds any more; and where a lease has ended, only what else is known there. */
function inQuestion(ctx: Context, block: Prefix, { held, leases }: Origins): Iterable<Prefix> {
  if (!held.some((one) => contains(one.block, block))) return []
  const known = knownIn(ctx, new Apart(leases), block)
  const isBlock = [...held, ...leases].some((one) => samePrefix(one.block, block))
  return isBlock || isDiscovered(ctx, block) ? known : known.drop(1)
}

/** The data knows the block itself, so it comes first. */
function isDiscovered(ctx: Context, block: Prefix): boolean {
  const first = networkFacts(ctx).discover(block)[Symbol.iterator]().next()
  return first.done !== true && samePrefix(first.value, block)
}

function ancestorsOf(block: Prefix): Prefix[] {
  const found: Prefix[] = []
  for (let above = parent(block); above; above = parent(above)) found.push(above)
  return found
}

interface Seen {
  readonly changed: number
  /** There is something to be mailed. */
  readonly news: boolean
}

/** Under the lock. */
async function look(ctx: Context, prefixes: readonly Prefix[], scope: readonly Stretch[]): Promise<Seen> {
  const gathered = await gatherOwned(ctx, prefixes)
  const seen = gathered.map(({ facts, holder, lessee }) => {
    const health = judgeHealth(facts)
    const levels = { bgp: health.bgp.level, rpki: health.rpki.level, irr: health.irr.level }
    return { prefix: facts.prefix, holder, lessee, ...statusesOf(health), levels, digest: whyDigest(health) }
  })
  const { changed, turns } = await writeHealth(ctx, seen, scope)
  // What only the data knew of, and knows no more because there is none, has not got better.
  const routes = networkFacts(ctx).announcementsOf(wholeSpace)
  const told = routes === null || routes.stale ? turns.filter(({ to }) => to !== null) : turns
  return { changed, news: await tellOf(ctx, told) }
}

/** Holder and lessee hear of each. Mail waits until all have been looked at: who has a thousand prefixes gets one. */
async function tellOf(ctx: Context, turns: readonly Turn[]): Promise<boolean> {
  if (turns.length === 0) return false
  const blocks = turns.map(({ block }) => knownPrefix(block))
  const { held, leases } = await originsExpectedFor(ctx, blocks)
  const [holders, lessees] = [new Apart(held), new Apart(leases)]
  const told = turns.flatMap((turn, i) => {
    const block = blocks[i] ?? wholeSpace
    const companies = new Set([holders.around(block)?.holder, lessees.around(block)?.lessee])
    return [...companies].flatMap((tenant) => (tenant === undefined ? [] : { tenant, ...turn }))
  })
  await emitAll(
    ctx,
    told.map(({ tenant, ...turn }) => prefixesEvents('prefix.health_changed', tenant, turn)),
  )
  const news = told.filter(({ from, to }) => (from === 'critical') !== (to === 'critical'))
  await keepNews(ctx, news)
  return news.length > 0
}

/** Which of the data there is, and how fresh. */
function dataStateOf(ctx: Context): string {
  const network = networkFacts(ctx)
  const known = {
    bgp: network.announcementsOf(wholeSpace),
    rpki: network.vrpsCovering(wholeSpace),
    irr: network.routeObjects(wholeSpace),
  }
  return Object.entries(known)
    .map(([area, data]) => `${area} ${data === null ? 'none' : data.stale ? 'old' : 'fresh'}`)
    .join(', ')
}

/** Data grows old without anybody importing anything; then every status that rests on it is unknown. */
export const hasDataAged = async (ctx: Context): Promise<boolean> => (await dataStateSeen(ctx)) !== dataStateOf(ctx)
