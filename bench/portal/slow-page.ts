import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'

/** A page as a computer four times slower has it, with an eye on what moves in it and how long its tasks take. */

const slower = 4

/** A page rests when nothing has been under way and no task was long for so many milliseconds. */
const calm = 1_000

const patience = 60_000

/**
 * Runs before the page's own scripts. Times are milliseconds since the navigation began. It is text because it is read by
 * the browser, whose names are unknown here.
 */
const watchInPage = `
  globalThis.watched = { shifts: [], tasks: [], shownAt: {} }
  const note = (type, keep) =>
    new PerformanceObserver((list) => list.getEntries().forEach(keep)).observe({ type, buffered: true })
  note('layout-shift', ({ startTime, value, hadRecentInput, sources }) => {
    const of = sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? node?.nodeName ?? '')
    if (!hadRecentInput) watched.shifts.push({ at: startTime, by: value, of })
  })
  note('longtask', ({ startTime, duration }) => watched.tasks.push({ from: startTime, to: startTime + duration }))
`

interface Shift {
  readonly at: number
  readonly by: number
  /** What moved. */
  readonly of: readonly string[]
}

interface Task {
  readonly from: number
  readonly to: number
}

interface Watched {
  readonly shifts: readonly Shift[]
  readonly tasks: readonly Task[]
}

interface Transfer {
  readonly url: string
  readonly type: string
  bytes: number
  ended: boolean
}

export const isApi = ({ type }: Pick<Transfer, 'type'>): boolean => type === 'Fetch' || type === 'XHR'

export interface SlowPage {
  readonly page: Page
  /** All that was asked for since the last `forget`. */
  readonly transfers: () => readonly Transfer[]
  readonly forget: () => void
  readonly watched: () => Promise<Watched>
  /** A page that is slow works all the time to be so: it is while it is measured, and then no longer. */
  readonly whileSlow: <T>(work: () => Promise<T>) => Promise<T>
  /** Until nothing more comes and no task is long. */
  readonly rest: () => Promise<void>
}

export async function openSlowPage(browser: Browser, viewport = { width: 1_440, height: 900 }): Promise<SlowPage> {
  const context = await browser.newContext({ viewport })
  context.setDefaultTimeout(patience)
  const page = await context.newPage()
  await page.addInitScript(watchInPage)
  const session = await context.newCDPSession(page)
  const transfers = new Map<string, Transfer>()
  await session.send('Network.enable')
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    // What the page before has not got by then it never will.
    if (type === 'Document') transfers.clear()
    if (!request.url.startsWith('data:'))
      transfers.set(requestId, { url: request.url, type: type ?? '', bytes: 0, ended: false })
  })
  const end = (requestId: string, bytes: number) => {
    const transfer = transfers.get(requestId)
    if (transfer) Object.assign(transfer, { bytes, ended: true })
  }
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => end(requestId, encodedDataLength))
  session.on('Network.loadingFailed', ({ requestId }) => end(requestId, 0))
  const whileSlow = async <T>(work: () => Promise<T>): Promise<T> => {
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
    try {
      return await work()
    } finally {
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    }
  }
  const watched = () => page.evaluate<Watched>('watched')
  const rest = async () => {
    const until = performance.now() + patience
    for (;;) {
      await pause(calm / 5)
      const { now, last } = await page.evaluate<{ now: number; last: number }>(
        '({ now: performance.now(), last: Math.max(0, watched.tasks.at(-1)?.to ?? 0, ...performance.getEntriesByType("resource").map(({ responseEnd }) => responseEnd)) })',
      )
      // Of files that a browser still has, it does not always say that they have come.
      const open = [...transfers.values()].filter((one) => isApi(one) && !one.ended).map(({ url }) => url)
      if (now - last >= calm && open.length === 0) return
      if (performance.now() > until) {
        throw new Error(`${page.url()} does not come to rest: ${open.join(', ') || `last at ${last} of ${now}`}`)
      }
    }
  }
  return { page, watched, whileSlow, rest, transfers: () => [...transfers.values()], forget: () => transfers.clear() }
}

/** The most that moves in one go: shifts less than a second apart, for five seconds at most (web.dev, "Evolving CLS"). */
export function layoutShift(shifts: readonly Shift[]): number {
  let [most, sum, begun, last] = [0, 0, -Infinity, -Infinity]
  for (const { at, by } of shifts) {
    if (at - last >= 1_000 || at - begun >= 5_000) [sum, begun] = [0, at]
    sum += by
    last = at
    most = Math.max(most, sum)
  }
  return most
}

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** Microseconds that the thread itself worked. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/**
 * The longest task of the page while something is done, in milliseconds that its thread worked: whatever else the machine
 * does meanwhile is not counted.
 */
export async function longestTask(browser: Browser, page: Page, work: () => Promise<unknown>): Promise<number> {
  await browser.startTracing(page, {
    categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'],
  })
  await work()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const tasks = traceEvents.filter(({ pid, tid, tdur }) => tdur !== undefined && threads.has(`${pid} ${tid}`))
  if (tasks.length === 0) throw new Error('the browser told of no task')
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1_000))
}
