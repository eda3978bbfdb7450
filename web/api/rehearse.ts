/** What a change sends: seen while it is made, or looked at instead, and then nothing is sent. */

type Send = (request: Request) => Promise<Response>

type See = (request: Request) => void

let watch: See | null = null
let witness: See | null = null

export const unlessRehearsed =
  (send: Send): Send =>
  (request) => {
    if (watch) {
      watch(request)
      return new Promise(() => undefined)
    }
    witness?.(request.clone())
    return send(request)
  }

/** The work, begun, and what it sent at once. */
export function witnessed<R>(work: () => R): readonly [R, Request | null] {
  let seen: Request | null = null
  witness = (request) => (seen ??= request)
  try {
    return [work(), seen]
  } finally {
    witness = null
  }
}

const AsyncFunction = (async () => undefined).constructor

/** One call, or one for each of several. */
export type Rehearsed = Request | readonly Request[] | null

/** Only what sends at once can be watched: work that waits first would send after all, so it is not even begun. */
export function rehearse<V>(work: (given: V) => unknown, given: () => V): Request | null {
  if (work instanceof AsyncFunction) return null
  let seen: Request | null = null
  watch = (request) => (seen ??= request)
  try {
    work(given())
  } catch {
    // What is typed makes no request yet.
  } finally {
    watch = null
  }
  return seen
}

export const rehearseEach = <T>(work: (item: T) => unknown, items: readonly T[]): Request[] =>
  items.flatMap((item) => rehearse(work, () => item) ?? [])
