import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Pool } from 'pg'
import { slot } from './slot.ts'

/** What an operator watches, in Prometheus' words. */
export class Metrics {
  /** Requests under way; the overload limit looks at it. */
  inFlight = 0
  readonly #registry = new Registry()
  readonly #seconds: Histogram<'operation' | 'method'>
  readonly #requests: Counter<'operation' | 'method' | 'status'>

  constructor(pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>) {
    const registers = [this.#registry]
    collectDefaultMetrics({ register: this.#registry, prefix: 'sublet_' })
    this.#seconds = new Histogram({
      name: 'sublet_http_request_seconds',
      help: 'Time from the first byte of a request to the last of its answer.',
      labelNames: ['operation', 'method'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    })
    this.#requests = new Counter({
      name: 'sublet_http_requests_total',
      help: 'Requests answered.',
      labelNames: ['operation', 'method', 'status'],
      registers,
    })
    this.#gauge('sublet_http_in_flight', 'Requests under way.', () => this.inFlight)
    this.#gauge('sublet_db_connections', 'Database connections open.', () => pool.totalCount)
    this.#gauge('sublet_db_connections_idle', 'Database connections waiting for work.', () => pool.idleCount)
    this.#gauge('sublet_db_waiting', 'Work waiting for a database connection.', () => pool.waitingCount)
  }

  #gauge(name: string, help: string, read: () => number): void {
    const gauge: Gauge = new Gauge({ name, help, registers: [this.#registry], collect: () => gauge.set(read()) })
  }

  observe(operation: string, method: string, status: number, seconds: number): void {
    this.#seconds.observe({ operation, method }, seconds)
    this.#requests.inc({ operation, method, status })
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  text(): Promise<string> {
    return this.#registry.metrics()
  }
}

export const metrics = slot((house) => new Metrics(house.pool))
