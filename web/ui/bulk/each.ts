import { asProblem, type Problem } from '../../api/problem.ts'

/** One call for each of many: a few at a time, and none after what stops them all. */

export interface Failed<T> {
  readonly item: T
  readonly problem: Problem
}

interface Outcome<T> {
  readonly done: readonly T[]
  readonly failed: readonly Failed<T>[]
  /** What was not begun. */
  readonly left: readonly T[]
}

interface Means {
  /** Asked before each: false once the page is left. */
  readonly goesOn: () => boolean
  /** Told after each, how many are over. */
  readonly onStep: (over: number) => void
}

const atOnce = 4

/** Nobody is signed in any more, or would not prove it, or nothing is reached: no other one would go better. */
const stopsAll = ({ status, code }: Problem): boolean => status === 401 || status === 0 || code === 'proof_needed'

export async function forEachOf<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  { goesOn, onStep }: Means,
): Promise<Outcome<T>> {
  const done: T[] = []
  const failed: Failed<T>[] = []
  const waiting = [...items]
  let stopped = false
  const worker = async () => {
    while (!stopped && goesOn()) {
      const [item] = waiting.splice(0, 1)
      if (item === undefined) return
      try {
        await work(item)
        done.push(item)
      } catch (error) {
        const problem = asProblem(error)
        failed.push({ item, problem })
        stopped ||= stopsAll(problem)
      }
      onStep(done.length + failed.length)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  return { done, failed, left: waiting }
}
