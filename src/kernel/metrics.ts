import type { Pool } from 'pg'
import type { Gauge, PrometheusContentType, Registry } from 'prom-client'
import { Content } from './endpoint.ts'
import { slot } from './slot.ts'

/**
 * What an operator watches, in Prometheus' words. Requests are counted in plain arrays and written out only when asked:
 * the library's labelled histogram costs more per request than the rest of the bookkeeping together.
 */

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const

class Timing {
  readonly counts = new Float64Array(buckets.length + 1)
  readonly statuses = new Map<number, number>()
  sum = 0

  add(status: number, seconds: number): void {
    let i = 0
    while (i < buckets.length && seconds > (buckets[i] ?? 0)) i++
    this.counts[i] = (this.counts[i] ?? 0) + 1
    this.sum += seconds
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
  }
}

type Connections = Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>

export class Metrics {
  /** Requests whose connection or work is not yet done. */
  inFlight = 0
  /** Those of them we work on, rather than wait for their bodies; the overload limit looks at it. */
  working = 0
  /** Where several processes serve as one: what each has measured, this one among them. */
  ofAll: (() => Promise<readonly Measured[]>) | null = null
  readonly #pool: Connections
  readonly #timings = new Map<string, Timing>()
  readonly #others: (() => Iterable<string>)[] = []
  #registry: Promise<Registry> | undefined

  constructor(pool: Connections) {
    this.#pool = pool
  }

  /** Made for the first who asks: a server that nobody watches does without the library. */
  async #openRegistry(): Promise<Registry> {
    const library = await import('prom-client')
    const registry = new library.Registry()
    const gauge = (name: string, help: string, read: () => number): void => {
      const made: Gauge = new library.Gauge({ name, help, registers: [registry], collect: () => made.set(read()) })
    }
    library.collectDefaultMetrics({ register: registry, prefix: 'sublet_' })
    gauge('sublet_http_in_flight', 'Requests under way.', () => this.inFlight)
    gauge('sublet_db_connections', 'Database connections open.', () => this.#pool.totalCount)
    gauge('sublet_db_connections_idle', 'Database connections waiting for work.', () => this.#pool.idleCount)
    gauge('sublet_db_waiting', 'Work waiting for a database connection.', () => this.#pool.waitingCount)
    return registry
  }

  observe(operation: string, status: number, seconds: number): void {
    let timing = this.#timings.get(operation)
    if (!timing) this.#timings.set(operation, (timing = new Timing()))
    timing.add(status, seconds)
  }

  /** Lines of a slice's own, written when asked for. */
  also(lines: () => Iterable<string>): void {
    this.#others.push(lines)
  }

  async page(): Promise<Content> {
    const { registry, lines } = this.ofAll ? await together(await this.ofAll()) : await this.#here()
    return new Content(registry.contentType, `${await registry.metrics()}\n${lines.join('\n')}\n`)
  }

  /** Of this process alone. */
  async measured(): Promise<Measured> {
    const { registry, lines } = await this.#here()
    return { families: await registry.getMetricsAsJSON(), lines }
  }

  async #here(): Promise<{ registry: Registry; lines: string[] }> {
    const registry = await (this.#registry ??= this.#openRegistry())
    return { registry, lines: [...this.#timingLines(), ...this.#others.flatMap((other) => [...other()])] }
  }

  *#timingLines(): Generator<string> {
    yield '# HELP sublet_http_requests_total Requests answered.'
    yield '# TYPE sublet_http_requests_total counter'
    for (const [operation, { statuses }] of this.#timings)
      for (const [status, count] of statuses)
        yield `sublet_http_requests_total{operation="${operation}",status="${status}"} ${count}`
    yield '# HELP sublet_http_request_seconds Time from the head of a request to the last byte of its answer.'
    yield '# TYPE sublet_http_request_seconds histogram'
    for (const [operation, timing] of this.#timings) yield* histogramLines(operation, timing)
  }
}

function* histogramLines(operation: string, { counts, sum }: Timing): Generator<string> {
  let total = 0
  for (const [i, count] of counts.entries()) {
    total += count
    yield `sublet_http_request_seconds_bucket{operation="${operation}",le="${buckets[i] ?? '+Inf'}"} ${total}`
  }
  yield `sublet_http_request_seconds_sum{operation="${operation}"} ${sum}`
  yield `sublet_http_request_seconds_count{operation="${operation}"} ${total}`
}

export const metrics = slot((house) => new Metrics(house.pool))

/** What one process has measured, and what several have together: Prometheus sees one server, whoever of them answers. */
export interface Measured {
  /** By the library's own words, each with how it is added up. */
  readonly families: Awaited<ReturnType<Registry['getMetricsAsJSON']>>
  /** Lines of our own. */
  readonly lines: readonly string[]
}

export async function together(all: readonly Measured[]): Promise<{ registry: Registry; lines: string[] }> {
  const { AggregatorRegistry } = await import('prom-client')
  const registry = AggregatorRegistry.aggregate<PrometheusContentType>(all.map(({ families }) => families))
  return { registry, lines: addedUp(all.map(({ lines }) => lines)) }
}

const typeLine = /^# TYPE (\S+) (\S+)$/

/** Counts are added. Gauges of our own tell of data that every process has the same of: the largest stands for all. */
export function addedUp(all: ReadonlyArray<readonly string[]>): string[] {
  const families = new Map<string, { readonly heads: string[]; readonly values: Map<string, number> }>()
  for (const lines of all)
    for (const { heads, type, samples } of familiesIn(lines)) {
      const key = heads.at(-1) ?? ''
      const family = families.get(key) ?? { heads, values: new Map<string, number>() }
      families.set(key, family)
      for (const [name, value] of samples) {
        const known = family.values.get(name)
        family.values.set(name, known === undefined ? value : type === 'gauge' ? Math.max(known, value) : known + value)
      }
    }
  return [...families.values()].flatMap(({ heads, values }) => [
    ...heads,
    ...[...values].map(([name, value]) => `${name} ${value}`),
  ])
}

interface Family {
  readonly heads: string[]
  readonly type: string
  readonly samples: [name: string, value: number][]
}

/** Each begins with its help and its type. */
function familiesIn(lines: readonly string[]): Family[] {
  const families: Family[] = []
  for (const [i, line] of lines.entries()) {
    const [, , type] = typeLine.exec(line) ?? []
    if (type !== undefined) families.push({ heads: [lines[i - 1] ?? '', line], type, samples: [] })
    if (line.startsWith('#')) continue
    const space = line.lastIndexOf(' ')
    families.at(-1)?.samples.push([line.slice(0, space), Number(line.slice(space + 1))])
  }
  return families
}

const lasts = new Set(['counter', 'histogram', 'summary'])

/** What stays true of a process that has ended: what it has counted. A count that shrank would look like a new start. */
export const lasting = ({ families, lines }: Measured): Measured => ({
  families: families.filter(({ type }) => lasts.has(String(type))),
  lines: familiesIn(lines).flatMap(({ heads, type, samples }) =>
    lasts.has(type) ? [...heads, ...samples.map(([name, value]) => `${name} ${value}`)] : [],
  ),
})
