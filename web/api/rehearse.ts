/** What a change sends: seen while it is made, or looked at instead, and then nothing is sent. */

type Send = (request: Request) => Promise<Response>

type See = (request: Request) => void

let watch: See | null = null
let witness: See | null = null

/** Works that were looked at, sent nothing at once and still go on: what they come to send later is not sent either. */
let strays = 0

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD'

export const unlessRehearsed =
  (send: Send): Send =>
  (request) => {
    if (watch) {
      watch(request)
      return new Promise(() => undefined)
    }
    // Whose it is cannot be told any more: rather is something real refused, and tried again, than a rehearsal sent.
    if (strays > 0 && !witness && !isRead(request)) return Promise.reject(new TypeError('only rehearsed'))
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

function keepBack(begun: unknown): void {
  if (!(begun instanceof Promise)) return
  strays++
  const over = () => void strays--
  begun.then(over, over)
}

const AsyncFunction = (async () => undefined).constructor

/** One call, or one for each of several. */
export type Rehearsed = Request | readonly Request[] | null

/** Only what sends at once can be watched: work that says it waits first is not even begun, and who does not say it sends nothing. */
export function rehearse<V>(work: (given: V) => unknown, given: () => V): Request | null {
  if (work instanceof AsyncFunction) return null
  let seen: Request | null = null
  watch = (request) => (seen ??= request)
  try {
    const begun = work(given())
    if (!seen) keepBack(begun)
  } catch {
    // What is typed makes no request yet.
  } finally {
    watch = null
  }
  return seen
}

export const rehearseEach = <T>(work: (item: T) => unknown, items: readonly T[]): Request[] =>
  items.flatMap((item) => rehearse(work, () => item) ?? [])
