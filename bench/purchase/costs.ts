import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startPostgres } from '../../src/kernel/postgres/index.ts'
import { processorSeconds } from '../processor.ts'
import { startServer } from '../sublet.ts'
import { Client, steps, type Step } from './client.ts'
import { openShop } from './shop.ts'

/**
 * What each request of a purchase costs, from PostgreSQL's own views: every buyer takes one step, one after the other, and
 * then what the views counted is shared out. What a server does of itself meanwhile is measured at rest and taken off.
 */

export const kinds = [
  'statements',
  'commits',
  'fsyncs',
  'inserted',
  'updated',
  'wal_kb',
  'node_ms',
  'postgres_ms',
] as const
type Kind = (typeof kinds)[number]
export type Costs = Readonly<Record<Kind, number>>

/** What a purchase may cost at most (all its requests, and what follows). */
export const goals: Partial<Costs> = {
  statements: 55,
  commits: 6,
  fsyncs: 4,
  inserted: 28,
  node_ms: 9,
  postgres_ms: 9,
}

export interface Measured {
  readonly steps: ReadonlyMap<Step | 'afterwards', Costs>
  readonly whole: Costs
  /** By their texts, how often each is said in a purchase. */
  readonly said: ReadonlyMap<string, number>
  /** By table, rows that a purchase inserts and updates. */
  readonly written: ReadonlyMap<string, Written>
}

interface Written {
  readonly inserted: number
  readonly updated: number
}

const buyers = 16
const rounds = 3
const purchases = buyers * rounds
/** Each has bought before, so that statements are prepared and plans kept. */
const warmUp = 6
/** PostgreSQL's processes tell what they have counted at most once a second. */
const toldAfterMs = 1_500
const restSeconds = 2
const rests = 5
const patienceMs = 120_000

export async function measureCosts(): Promise<Measured> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sublet-costs-'))
  const postgres = await startPostgres({
    dataDir,
    settings: { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.max': '10000' },
  })
  try {
    const shop = await openShop(postgres.url, dataDir, 'shop', buyers, false)
    const server = await startServer({
      SUBLET_DATA_DIR: dataDir,
      DATABASE_URL: shop.databaseUrl,
      SUBLET_SANDBOX: '1',
    })
    const views = await Views.open(shop.databaseUrl, server.pid)
    const clients = shop.buyers.map((buyer) => new Client(server.url, buyer))
    try {
      // All at once: a connection that rests for a minute is closed.
      await Promise.all(
        clients.map(async (client) => {
          await client.signIn()
          for (let n = 0; n < warmUp; n++) await client.buy()
        }),
      )
      return await measure(views, clients)
    } finally {
      for (const client of clients) client.close()
      await views.close()
      await server.stop()
    }
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measure(views: Views, clients: readonly Client[]): Promise<Measured> {
  await views.untilIdle()
  const rest = await restOf(views)
  const sum = new Map<Step | 'afterwards', Costs>()
  await views.forgetStatements()
  const before = await views.written()
  for (let round = 0; round < rounds; round++) {
    let last = await views.look()
    for (const step of [...steps, 'afterwards' as const]) {
      if (step === 'afterwards') await views.untilIdle()
      else for (const client of clients) await client.take(step)
      const seen = await views.look()
      sum.set(step, added(sum.get(step) ?? nothing, costsBetween(last, seen, rest)))
      last = seen
    }
  }
  const shared = [...sum].map(([step, costs]) => [step, ofEach((kind) => costs[kind] / purchases)] as const)
  return {
    steps: new Map(shared),
    whole: shared.reduce((whole, [, costs]) => added(whole, costs), nothing),
    said: await views.said(),
    written: writtenSince(before, await views.written()),
  }
}

const ofEach = (count: (kind: Kind) => number): Costs =>
  Object.fromEntries(kinds.map((kind) => [kind, count(kind)])) as unknown as Costs
const nothing = ofEach(() => 0)
const added = (a: Costs, b: Costs): Costs => ofEach((kind) => a[kind] + b[kind])

function writtenSince(before: ReadonlyMap<string, Written>, now: ReadonlyMap<string, Written>): Map<string, Written> {
  const none = { inserted: 0, updated: 0 }
  const rows = [...now].map(([table, { inserted, updated }]): [string, Written] => {
    const known = before.get(table) ?? none
    return [
      table,
      { inserted: (inserted - known.inserted) / purchases, updated: (updated - known.updated) / purchases },
    ]
  })
  return new Map(rows.filter(([, { inserted, updated }]) => inserted + updated >= 0.1))
}

/** The least of several looks: what a server does once a minute, for however long, is not what it does all the time. */
async function restOf(views: Views): Promise<Costs> {
  const seen: Costs[] = []
  for (let last = await views.look(); seen.length < rests;) {
    await pause(restSeconds * 1_000)
    const next = await views.look()
    seen.push(atRest(last, next))
    last = next
  }
  return ofEach((kind) => Math.min(...seen.map((costs) => costs[kind])))
}

/** In a second. */
const atRest = (from: Sight, to: Sight): Costs =>
  ofEach((kind) => (to[kind] - from[kind]) / (to.seconds - from.seconds))

/** Less what a server at rest costs in that time. */
const costsBetween = (from: Sight, to: Sight, rest: Costs): Costs =>
  ofEach((kind) => to[kind] - from[kind] - (to.seconds - from.seconds) * rest[kind])

interface Sight extends Costs {
  readonly seconds: number
}

/** Two statements of ours are among those counted at each look, and are taken off with what happens at rest. */
const counted = `select
    (select coalesce(sum(calls), 0) from pg_stat_statements where dbid = here.oid) as statements,
    (select xact_commit from pg_stat_database where datid = here.oid) as commits,
    (select sum(fsyncs) from pg_stat_io where object = 'wal') as fsyncs,
    (select sum(n_tup_ins) from pg_stat_user_tables) as inserted,
    (select sum(n_tup_upd) from pg_stat_user_tables) as updated,
    (select wal_bytes / 1000 from pg_stat_wal) as wal_kb
  from pg_database here where datname = current_database()`

class Views {
  readonly #db: pg.Client
  readonly #postmaster: number
  readonly #server: number

  private constructor(db: pg.Client, server: number, postmaster: number) {
    this.#db = db
    this.#server = server
    this.#postmaster = postmaster
  }

  static async open(databaseUrl: string, server: number): Promise<Views> {
    const db = new pg.Client(databaseUrl)
    await db.connect()
    await db.query('create extension if not exists pg_stat_statements')
    const { rows } = await db.query<{ pid: string }>(
      `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`,
    )
    return new Views(db, server, Number(rows[0]?.pid))
  }

  async look(): Promise<Sight> {
    await pause(toldAfterMs)
    const { rows } = await this.#db.query<Record<string, string>>(counted)
    const seen = Object.fromEntries(Object.entries(rows[0] ?? {}).map(([kind, count]) => [kind, Number(count)]))
    return {
      ...(seen as unknown as Costs),
      node_ms: (await processorSeconds(this.#server)) * 1_000,
      postgres_ms: (await processorSeconds(this.#postmaster)) * 1_000,
      seconds: performance.now() / 1_000,
    }
  }

  /** Until nothing is left that a purchase has put off. */
  async untilIdle(): Promise<void> {
    for (const begun = performance.now(); ; await pause(100)) {
      const { rows } = await this.#db.query<{ what: string; count: string }>(
        `select 'events to tell' as what, count(*) from outbox_event where tell_at <= now() having count(*) > 0
         union all select task.identifier, count(*)
           from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
           where job.run_at <= now() and job.attempts < job.max_attempts group by 1`,
      )
      if (rows.length === 0) return
      if (performance.now() - begun > patienceMs)
        throw new Error(`still to be done: ${rows.map(({ what, count }) => `${count} ${what}`).join(', ')}`)
    }
  }

  async forgetStatements(): Promise<void> {
    await this.#db.query('select pg_stat_statements_reset()')
  }

  async said(): Promise<ReadonlyMap<string, number>> {
    const { rows } = await this.#db.query<{ query: string; calls: string }>(
      `select query, sum(calls) as calls from pg_stat_statements
       where dbid = (select oid from pg_database where datname = current_database())
       group by query having sum(calls) >= $1 order by sum(calls) desc`,
      [purchases / 2],
    )
    return new Map(rows.map(({ query, calls }) => [query.replaceAll(/\s+/g, ' ').trim(), Number(calls) / purchases]))
  }

  async written(): Promise<Map<string, Written>> {
    const { rows } = await this.#db.query<{ table: string; inserted: string; updated: string }>(
      `select relid::regclass::text as table, n_tup_ins as inserted, n_tup_upd as updated from pg_stat_user_tables`,
    )
    return new Map(rows.map((row) => [row.table, { inserted: Number(row.inserted), updated: Number(row.updated) }]))
  }

  async close(): Promise<void> {
    await this.#db.end()
  }
}
