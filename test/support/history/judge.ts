import type { History, Operation } from './history.ts'

/** Reads a history and says what in it cannot have happened to a market that keeps its word. */

/** How often each effect is there in the end, by the database itself. */
export type Counted = ReadonlyMap<string, number>

type Evidence = {
  readonly [what in 'operations' | 'exits' | 'complaints']: Readonly<History[what]>
} & Pick<History, 'statuses'>

export function judge({ operations, statuses, exits, complaints }: Evidence, counted: Counted): string[] {
  const findings = [
    ...complaints,
    ...exits.map((words) => `a server ended by itself: ${words}`),
    ...[...statuses.keys()].filter((status) => status >= 500 && status !== 503).map((status) => `answered ${status}`),
    ...operations.flatMap(wrongAnswer),
    ...byObject(operations).flatMap(wrongReads),
    ...wrongLists(operations),
    ...wrongEffects(operations, counted),
  ]
  // What is wrong is seen by every read after it.
  return [...new Set(findings)]
}

/** Whoever asks again under the same key is told what the first request did. */
function wrongAnswer({ kind, outcome, said, attempts, mayBe = [], answers }: Operation): string[] {
  const found: string[] = []
  const code = said.split(' ')[1] ?? ''
  if (outcome === 'unknown') found.push(`${kind}: never answered, last ${said}, asked ${attempts} times`)
  if (outcome === 'refused' && !mayBe.includes(code))
    found.push(`${kind}: refused ${said}${attempts > 1 ? ` when repeated under its key, ${attempts} times asked` : ''}`)
  if (new Set(answers).size > 1) found.push(`${kind}: one key, ${new Set(answers).size} different answers`)
  return found
}

function collect<T>(groups: Map<string, T[]>, name: string, item: T): void {
  const group = groups.get(name)
  if (group) group.push(item)
  else groups.set(name, [item])
}

function byObject(operations: readonly Operation[]): Operation[][] {
  const groups = new Map<string, Operation[]>()
  for (const operation of operations) {
    const { object } = operation.writes ?? operation.reads ?? {}
    if (object !== undefined) collect(groups, object, operation)
  }
  return [...groups.values()]
}

/** What was settled by the time a read began: its answer may not be older. */
interface Settled {
  readonly at: number
  readonly value: number
}

/** A read shows nothing older than what was acknowledged or read before it began, and nothing nobody had begun to write. */
function wrongReads(operations: readonly Operation[]): string[] {
  const writes = operations.flatMap((one) => (one.writes ? [{ ...one, ...one.writes }] : []))
  const reads = operations.flatMap((one) => (one.reads && one.outcome === 'ok' ? [{ ...one, ...one.reads }] : []))
  const settled: Settled[] = [
    ...writes.filter(({ outcome }) => outcome === 'ok'),
    // What only some nodes have heard of is not settled by having been read.
    ...reads.filter(({ slack = 0 }) => slack === 0),
  ]
    .map(({ completed, value }) => ({ at: completed, value }))
    .toSorted((a, b) => a.at - b.at)
  const floors = floorsOf(settled)
  return reads.flatMap(({ object, value, invoked, completed, slack = 0 }) => {
    const floor = valueAt(floors, invoked - slack)
    if (value < floor) return [`${object}: read ${value} after ${floor} was settled`]
    if (value === 0) return []
    const written = writes.filter((write) => write.value === value)
    const could = written.some((write) => write.outcome !== 'refused' && write.invoked < completed)
    return could ? [] : [`${object}: read ${value}, which nobody had written`]
  })
}

function floorsOf(settled: readonly Settled[]): Settled[] {
  let value = 0
  return settled.map((one) => ({ at: one.at, value: (value = Math.max(value, one.value)) }))
}

/** Strictly before: what ended in the same moment may have come after. */
function valueAt(floors: readonly Settled[], moment: number): number {
  let [low, high] = [0, floors.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((floors[middle]?.at ?? 0) < moment) low = middle + 1
    else high = middle
  }
  return floors[low - 1]?.value ?? 0
}

/** A list has all that was acknowledged before it was asked for, nothing twice, and nothing that nobody had begun to add. */
function wrongLists(operations: readonly Operation[]): string[] {
  const added = new Map<string, Addition[]>()
  for (const { adds = [], ...operation } of operations)
    for (const { list, member } of adds) collect(added, list, { ...operation, member })
  return operations.flatMap(({ sees, invoked, completed, outcome }) => {
    if (!sees || outcome !== 'ok') return []
    const additions = added.get(sees.list) ?? []
    const members = new Set(sees.members)
    const lost = additions.filter((one) => one.outcome === 'ok' && one.completed < invoked && !members.has(one.member))
    const begun = new Set(
      additions.flatMap((one) => (one.outcome !== 'refused' && one.invoked < completed ? [one.member] : [])),
    )
    return [
      ...lost.map(({ member }) => `${sees.list}: ${member} was acknowledged and is not shown`),
      ...[...members.difference(begun)].map((member) => `${sees.list}: ${member} is shown and was not added`),
      ...(members.size < sees.members.length ? [`${sees.list}: something is shown twice`] : []),
    ]
  })
}

type Addition = Omit<Operation, 'adds'> & { readonly member: string }

function wrongEffects(operations: readonly Operation[], counted: Counted): string[] {
  const asked = new Map<string, { ok: number; unknown: number }>()
  for (const { effects = [], outcome } of operations)
    for (const effect of effects) {
      const one = asked.get(effect) ?? { ok: 0, unknown: 0 }
      asked.set(effect, outcome === 'refused' ? one : { ...one, [outcome]: one[outcome] + 1 })
    }
  const found: string[] = []
  for (const [effect, { ok, unknown }] of asked) {
    const times = counted.get(effect) ?? 0
    if (times < ok) found.push(`${effect}: acknowledged ${ok} times and there ${times} times`)
    if (times > ok + unknown) found.push(`${effect}: there ${times} times and acknowledged ${ok} times`)
  }
  for (const effect of counted.keys()) if (!asked.has(effect)) found.push(`${effect}: there and never asked for`)
  return found
}
