import type { Context } from '../../kernel/context.ts'
import type { Findings, Invariant } from '../../kernel/invariants.ts'
import { knownPrefix } from '../../kernel/ip/index.ts'
import { locationStamps, networkUpToDate } from '../../network/index.ts'
import { arePlacesKept, placeWaiting } from './place.actions.ts'
import { surveyor } from './place.memory.ts'
import { keyText, readKey, type KeyRow } from './place.rules.ts'
import { nextKept, type Shown } from './place.store.ts'
import { pricesTrue } from './promise.store.ts'

/** So many blocks are compared at a time. */
const together = 1_000
const mostSaid = 100

/** What waits is placed first. Where data are newer than what is kept, nobody relies on it, and there is nothing to compare. */
export const placesKept: Invariant = {
  name: 'places are kept as the network data have them',
  check: async (ctx) => {
    await networkUpToDate(ctx)
    await placeWaiting(ctx)
    const { places, lists } = locationStamps(ctx)
    const findings = await compare(ctx)
    const isSo =
      (await arePlacesKept(ctx)) && locationStamps(ctx).places === places && locationStamps(ctx).lists === lists
    return isSo ? findings : { checked: 0, breaches: [], note: 'places are to be made anew from newer data' }
  },
}

export const pricesKept: Invariant = {
  ...pricesTrue,
  check: async (ctx) => {
    await networkUpToDate(ctx)
    await placeWaiting(ctx)
    return pricesTrue.check(ctx)
  },
}

async function compare(ctx: Context): Promise<Findings> {
  const breaches: string[] = []
  let checked = 0
  let found = 0
  for (let after = '0.0.0.0/0'; ;) {
    const kept = await nextKept(ctx, after, together)
    for (const one of kept) {
      checked++
      const wrong = differenceOf(ctx, one)
      if (wrong === null) continue
      if (++found <= mostSaid) breaches.push(`${one.block}: ${wrong}`)
    }
    if (kept.length < together) return { checked, breaches, found }
    after = kept.at(-1)?.block ?? after
  }
}

const rowText = (row: KeyRow): string => `${keyText(row)} ${row.sizes}`

function differenceOf(
  ctx: Context,
  { block, registry, placed, rows }: Shown & { readonly rows: KeyRow[] },
): string | null {
  const survey = placed ? [...surveyor(ctx).survey(knownPrefix(block))] : []
  const wanted = new Set(survey.map(([key, sizes]) => rowText({ ...readKey(key), registry, sizes })))
  const kept = new Set(rows.map(rowText))
  const lacking = [...wanted].find((row) => !kept.has(row))
  const foreign = [...kept].find((row) => !wanted.has(row))
  if (!lacking && !foreign) return null
  return [lacking && `lacks ${lacking}`, foreign && `is kept with ${foreign}`].filter(Boolean).join(', ')
}
