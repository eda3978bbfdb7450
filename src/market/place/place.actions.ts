import { setTimeout as pause } from 'node:timers/promises'
import { inTransaction, type Context } from '../../kernel/context.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { knownPrefix } from '../../kernel/ip/index.ts'
import { locationStamps, networkUpToDate, type LocationStamps } from '../../network/index.ts'
import { surveyor } from './place.memory.ts'
import { areOf, keyText, readKey } from './place.rules.ts'
import {
  beginBuilding,
  endBuilding,
  goOnBuilding,
  keptRows,
  lockPlaces,
  lockShown,
  lockWaiting,
  nextShown,
  numbersOf,
  placeState,
  stillShown,
  writePlaces,
  writePrices,
  type KeptRow,
  type Shown,
} from './place.store.ts'

/** Keeps where free blocks are seen (ADR 119). */

/** So few that nobody who buys one of them waits for long. */
const together = 200
const manyTogether = 500

/** Until somebody who is just buying has done so. */
const patience = 20

/** Whether what is kept is of the data that this node has. */
export const arePlacesKept = async (ctx: Context): Promise<boolean> => areOf(await placeState(ctx), locationStamps(ctx))

type Row = KeptRow & Pick<Shown, 'offer'>

/** What is to be kept of these blocks; null where this node has come to know newer data than those. */
async function rowsOf(ctx: Context, blocks: readonly Shown[], of: LocationStamps): Promise<Row[] | null> {
  const { survey } = surveyor(ctx)
  const rows = blocks.flatMap(({ block, offer, registry }) =>
    [...survey(knownPrefix(block))].map(([key, sizes]) => ({
      block,
      offer,
      sizes,
      key: { ...readKey(key), registry },
    })),
  )
  if (!areOf(locationStamps(ctx), of)) return null
  const keys = new Map(rows.map(({ key }) => [keyText(key), key]))
  const numbers = await numbersOf(ctx, [...keys.values()])
  const numberOf = new Map([...keys.keys()].map((text, i) => [text, numbers[i] ?? 0]))
  return rows.map(({ key, ...row }) => ({ ...row, key: numberOf.get(keyText(key)) ?? 0 }))
}

const rowText = ({ block, key, sizes }: KeptRow): string => `${block} ${key} ${sizes}`

/**
 * Writes what has changed, and locks only blocks of which something has; null, and nothing is written, where there are
 * newer data. Else it returns blocks that somebody has just locked: bought, they are gone, and if not they stay.
 */
async function write(ctx: Context, blocks: readonly Shown[], of: LocationStamps): Promise<string[] | null> {
  const rows = await rowsOf(ctx, blocks, of)
  if (rows === null) return null
  const names = blocks.map(({ block }) => block)
  const kept = await keptRows(ctx, names)
  const [wanted, known] = [new Set(rows.map(rowText)), new Set(kept.map(rowText))]
  const added = rows.filter((row) => !known.has(rowText(row)))
  const keys = new Set(rows.map(({ block, key }) => `${block} ${key}`))
  const removed = kept.filter((row) => !wanted.has(rowText(row)) && !keys.has(`${row.block} ${row.key}`))
  const unplaced = blocks.flatMap(({ block, placed }) => (placed ? [] : block))
  const changed = [...new Set([...unplaced, ...[...added, ...removed].map(({ block }) => block)])]
  const ours = await lockShown(ctx, changed)
  const isOurs = ({ block }: { readonly block: string }) => ours.has(block)
  if (ours.size > 0)
    await writePlaces(ctx, { removed: removed.filter(isOurs), added: added.filter(isOurs), placed: [...ours] })
  return changed.filter((block) => !ours.has(block))
}

/** Keeps the places of blocks that became free; false where all of them are to be made anew first. */
export async function placeWaiting(ctx: Context): Promise<boolean> {
  const stamps = locationStamps(ctx)
  for (;;) {
    const placed = await inTransaction(ctx, async (tx) => {
      const state = await lockPlaces(tx)
      if (state.building !== null || !areOf(state, stamps)) return null
      const shown = await lockWaiting(tx, together)
      if ((await write(tx, shown, stamps)) === null) return null
      return Math.max(shown.length, await writePrices(tx, together))
    })
    if (placed === null) return false
    if (placed < together) return true
  }
}

/**
 * All of it anew, a few blocks a transaction. Who dies in the midst of it leaves no stamp, so that nobody relies on it and
 * the next one begins again; false where that is to be at once, because there are newer data.
 */
export async function rebuildPlaces(ctx: Context): Promise<boolean> {
  await networkUpToDate(ctx)
  const stamps = locationStamps(ctx)
  if (areOf(await placeState(ctx), stamps)) return true
  const building = newUuid()
  const begun = await inTransaction(ctx, async (tx) => {
    await lockPlaces(tx)
    return beginBuilding(tx, building, stamps)
  })
  // Somebody else is at it, and looks for newer data at the end.
  if (!begun) return true
  const placed = await placeAll(ctx, building, stamps)
  await networkUpToDate(ctx)
  const isDone = placed && areOf(locationStamps(ctx), stamps)
  return inTransaction(ctx, async (tx) => {
    if (!(await goOnBuilding(tx, building))) return true
    await endBuilding(tx, isDone ? stamps : null)
    return isDone
  })
}

const first = '0.0.0.0/0'

/** False: no more of this. */
async function placeAll(ctx: Context, building: string, stamps: LocationStamps): Promise<boolean> {
  const some = (which: (tx: Context) => Promise<Shown[]>) =>
    inTransaction(ctx, async (tx) => {
      if (!(await goOnBuilding(tx, building))) return null
      const blocks = await which(tx)
      const missed = await write(tx, blocks, stamps)
      return missed && { missed, last: blocks.length < manyTogether ? null : (blocks.at(-1)?.block ?? null) }
    })
  let left: string[] = []
  for (let after: string | null = first; after !== null;) {
    const from: string = after
    const done = await some((tx) => nextShown(tx, from, manyTogether))
    if (done === null) return false
    left.push(...done.missed)
    after = done.last
  }
  while (left.length > 0) {
    await pause(patience)
    const again = left.slice(0, together)
    const done = await some((tx) => stillShown(tx, again))
    if (done === null) return false
    left = [...left.slice(together), ...done.missed]
  }
  return true
}
