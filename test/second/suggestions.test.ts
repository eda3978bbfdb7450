import { agree } from './comparison.ts'
import * as plain from './plain/suggestions.ts'
import { endOf, isAlike } from './plain/validity.ts'
import * as product from './product/suggestions.ts'
import type { World } from './world.ts'

/** Of two ROAs alike the rules let one stay, and do not say which: it must not matter which of them ends first. */
function withOneEnd(world: World): World {
  const payloads = world.payloads.map((payload) => {
    const alike = world.payloads.filter((other) => isAlike(payload, other))
    return { ...payload, expires: alike.toSorted((a, b) => endOf(b) - endOf(a) || 0)[0]?.expires ?? null }
  })
  return { ...world, payloads }
}

agree(
  'suggestions of ROAs',
  (world) => product.suggestions(withOneEnd(world)),
  (world) => plain.suggestions(withOneEnd(world)),
)
