import type { Built } from './prefix-builder.ts'

/** Longer runs than this are sorted by the engine; hardly any prefix has more facts. */
const short = 16

/**
 * Brings the facts of each prefix into one order, whatever the order of the file was, and leaves out those that say the
 * same as the one before them: of facts that are the same, the first by `compare` stays. Facts are told apart by the
 * order of adding.
 */
export function settle(
  built: Built,
  compare: (a: number, b: number) => number,
  same: (a: number, b: number) => boolean,
): Built {
  const { prefixes } = built
  const rows = prefixes.lengths.length
  const count = prefixes.facts[rows] ?? 0
  if (count === rows) return built
  const order = built.order?.slice() ?? numbers(count)
  const facts = new Uint32Array(rows + 1)
  let kept = 0
  let moved = false
  for (let row = 0; row < rows; row++) {
    const from = prefixes.facts[row] ?? 0
    const to = prefixes.facts[row + 1] ?? 0
    facts[row] = kept
    if (to - from > 1 && sortRun(order, from, to, compare)) moved = true
    order[kept++] = order[from] ?? 0
    for (let i = from + 1; i < to; i++) {
      const fact = order[i] ?? 0
      if (!same(order[kept - 1] ?? 0, fact)) order[kept++] = fact
    }
  }
  facts[rows] = kept
  if (!moved && kept === count) return built
  return { prefixes: { ...prefixes, facts }, order: order.subarray(0, kept) }
}

function numbers(count: number): Uint32Array {
  const all = new Uint32Array(count)
  for (let i = 0; i < count; i++) all[i] = i
  return all
}

/** Whether anything changed its place. */
function sortRun(order: Uint32Array, from: number, to: number, compare: (a: number, b: number) => number): boolean {
  if (to - from > short) {
    order.subarray(from, to).sort(compare)
    return true
  }
  let moved = false
  for (let i = from + 1; i < to; i++) {
    const fact = order[i] ?? 0
    let at = i
    for (; at > from && compare(order[at - 1] ?? 0, fact) > 0; at--) order[at] = order[at - 1] ?? 0
    if (at < i) moved = true
    order[at] = fact
  }
  return moved
}
