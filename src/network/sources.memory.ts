import { createHash } from 'node:crypto'
import { realNow } from '../kernel/clock.ts'
import type { House } from '../kernel/house.ts'
import { metrics } from '../kernel/metrics.ts'
import { slot } from '../kernel/slot.ts'
import type { Known } from './fact.rules.ts'
import type { Dataset } from './datasets/dataset.ts'
import { datasets, type DatasetName, type Datasets } from './datasets.rules.ts'
import { copyChunks } from './snapshot/chunks.store.ts'
import { readFileOf } from './snapshot/folder.store.ts'
import { isKind, kinds } from './kinds.rules.ts'
import { listServing, readChunks, type Serving } from './snapshot/snapshot.store.ts'
import { staleAt } from './source.rules.ts'
import { unpack } from './tables/columns.ts'

/** Snapshots under this size are loaded before the next request, larger ones beside it while the old one serves. */
const small = 1 << 20

/** So much may wait for the collector after it has been replaced. */
const mostLeft = 128 << 20

interface Held {
  readonly source: Serving
  readonly dataset: DatasetName
  readonly opener: Dataset
  readonly view: unknown
}

/** All sources of a dataset, as questions need them. */
interface Group {
  readonly views: readonly unknown[]
  /** Of each view, where it is from, unless they are joined. */
  readonly sources: readonly Serving[]
  readonly source: string
  readonly takenAt: Date
  readonly staleAt: number
  readonly stamp: string
}

/** The snapshots a node holds: loaded once each, asked as often as you like, let go of when replaced. */
class NetworkSources {
  readonly #house: House
  #held = new Map<string, Held>()
  #groups = new Map<DatasetName, Group>()
  #regrouped = 0
  /** What every source should be at, by its key; what is loaded for an older wish is thrown away. */
  #wanted = new Map<string, string>()
  #opened = false
  #left = 0
  #loading: Promise<void> = Promise.resolve()

  constructor(house: House) {
    this.#house = house
    house.pulse.on('network', () => this.#reload())
    metrics({ house }).also(() => this.#metricLines())
  }

  /** Resolves when nothing is being loaded. */
  settled(): Promise<void> {
    return this.#loading
  }

  sources(): readonly Serving[] {
    return [...this.#held.values()].map(({ source }) => source)
  }

  /** Null without any data of that kind. */
  ask<D extends DatasetName, T>(
    dataset: D,
    question: (views: readonly Datasets[D]['view'][], sources: readonly Serving[]) => T,
  ): Known<T> | null {
    const group = this.#groups.get(dataset)
    if (group === undefined) return null
    const { source, takenAt, staleAt } = group
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `#regroup` puts only views of a dataset under its name
    const value = question(group.views as readonly Datasets[D]['view'][], group.sources)
    return { source, takenAt, stale: realNow().getTime() > staleAt, value }
  }

  /** What the sources of a dataset are called. */
  names(dataset: DatasetName): string[] {
    return [...this.#held.values()].flatMap((held) => (held.dataset === dataset ? [held.source.name] : []))
  }

  /** The same wherever the same snapshots of a dataset are held, and only there. */
  stamp(dataset: DatasetName): string {
    return this.#groups.get(dataset)?.stamp ?? stampOf([])
  }

  /** Another one whenever the same question may get another answer here: after news of any source, and when data grows old. */
  state(): string {
    const now = realNow().getTime()
    return [...this.#groups.values()].reduce(
      (state, group) => state + (now > group.staleAt ? '-' : '+'),
      `${this.#regrouped}`,
    )
  }

  /** The views themselves, none without data. */
  views<D extends DatasetName>(dataset: D): readonly Datasets[D]['view'][] {
    return this.ask(dataset, (views) => views)?.value ?? []
  }

  /** In Prometheus' words. */
  *#metricLines(): Generator<string> {
    const now = realNow().getTime()
    const gauges: readonly [name: string, help: string, read: (source: Serving) => number][] = [
      ['bytes', 'Bytes of network data in memory.', ({ bytes }) => bytes],
      ['rows', 'Rows of network data in memory.', ({ rows }) => rows],
      ['age_seconds', 'How long ago network data was taken.', ({ takenAt }) => (now - takenAt.getTime()) / 1_000],
      ['stale', 'Whether network data is too old to be relied on.', (source) => (now > staleAt(source) ? 1 : 0)],
    ]
    for (const [name, help, read] of gauges) {
      yield `# HELP sublet_network_source_${name} ${help}`
      yield `# TYPE sublet_network_source_${name} gauge`
      for (const source of this.sources())
        yield `sublet_network_source_${name}{kind="${source.kind}",name="${source.name}"} ${read(source)}`
    }
  }

  async #reload(): Promise<void> {
    const listed = await listServing(this.#house.db)
    this.#wanted = new Map(listed.map((source) => [keyOf(source), source.snapshot]))
    for (const key of this.#held.keys()) if (!this.#wanted.has(key)) this.#held.delete(key)
    for (const source of listed) {
      const held = this.#held.get(keyOf(source))
      if (held?.source.snapshot === source.snapshot) this.#held.set(keyOf(source), { ...held, source })
      else if (source.bytes < small || !this.#opened) await this.#load(source)
      else this.#later(source)
    }
    this.#opened = true
    this.#regroup()
  }

  #later(source: Serving): void {
    this.#loading = this.#loading
      .then(() => this.#load(source))
      .then(() => this.#regroup())
      .catch((error: unknown) => this.#house.log.error({ err: error }, 'a snapshot of network data cannot be loaded'))
  }

  async #load(source: Serving): Promise<void> {
    const { kind, snapshot } = source
    if (!isKind(kind) || this.#wanted.get(keyOf(source)) !== snapshot) return
    const packed = await this.#read(source)
    const { dataset } = kinds[kind]
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each dataset joins what it has opened itself
    const opener = (await datasets[dataset]()) as Dataset
    // Replaced while we read: the pulse has told of it, or is about to.
    if (packed === null || this.#wanted.get(keyOf(source)) !== snapshot) return
    const before = this.#held.get(keyOf(source))
    try {
      this.#held.set(keyOf(source), { source, dataset, opener, view: opener.open(unpack(packed)) })
    } catch (error) {
      this.#house.log.error({ err: error, kind, name: source.name }, 'a snapshot of network data cannot be opened')
      this.#held.delete(keyOf(source))
    }
    if (before) this.#leave(before.source.bytes)
  }

  /** The collector does not see how large it is, so on a quiet night it might let it lie for hours. */
  #leave(bytes: number): void {
    this.#left += bytes
    if (this.#left < mostLeft) return
    this.#left = 0
    setImmediate(() => void globalThis.gc?.({ type: 'major', execution: 'async' }))
  }

  /** Into memory that no garbage collector counts: it would begin at once to look for as much to let go of. */
  async #read({ snapshot, bytes, keptIn }: Serving): Promise<Uint8Array | null> {
    const { config, db, pool } = this.#house
    if (bytes < small && keptIn === 'database') return readChunks(db, snapshot, bytes)
    const into = new Uint8Array(new SharedArrayBuffer(bytes))
    if (keptIn === 'folder') return (await readFileOf(config.snapshotDir, snapshot, into)) ? into : null
    const client = await pool.connect()
    try {
      return (await copyChunks(client, snapshot, into)) ? into : null
    } finally {
      client.release()
    }
  }

  #regroup(): void {
    const groups = new Map<DatasetName, Group>()
    // By name, so that where two contradict each other all nodes hear them in the same order.
    const sorted = [...this.#held].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, held]) => held)
    for (const [dataset, held] of Map.groupBy(sorted, (each) => each.dataset))
      groups.set(dataset, {
        views: viewsOf(held),
        sources: held.map(({ source }) => source),
        source: [...new Set(held.map(({ source }) => source.title))].join(', '),
        takenAt: new Date(Math.min(...held.map(({ source }) => source.takenAt.getTime()))),
        staleAt: Math.min(...held.map(({ source }) => staleAt(source))),
        stamp: stampOf(held),
      })
    this.#groups = groups
    this.#regrouped++
  }
}

/** What answers need of them. */
export type SourcesToAsk = Pick<NetworkSources, 'ask' | 'names' | 'views'>

/** Each by itself, or what they are together. */
function viewsOf(held: readonly Held[]): unknown[] {
  const opener = held[0]?.opener
  if (opener?.join === undefined) return held.map(({ view }) => view)
  const newest = held.toSorted((a, b) => b.source.importedAt.getTime() - a.source.importedAt.getTime())
  return opener.join(newest.map(({ view }) => view))
}

const stampOf = (held: readonly Held[]): string =>
  createHash('sha256')
    .update(held.map(({ source }) => `${keyOf(source)} ${source.snapshot}`).join('\n'))
    .digest('base64url')

const keyOf = ({ kind, name }: Serving): string => `${kind} ${name}`

export const networkSources = slot((house) => new NetworkSources(house))
