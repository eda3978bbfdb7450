import type { Pool } from 'pg'
import type { Gauge, Registry } from 'prom-client'
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
    const registry = await (this.#registry ??= this.#openRegistry())
    const lines = [...this.#timingLines(), ...this.#others.flatMap((other) => [...other()])]
    return new Content(registry.contentType, `${await registry.metrics()}\n${lines.join('\n')}\n`)
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
