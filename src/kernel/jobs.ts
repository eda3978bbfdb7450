import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import {
  Logger,
  parseCronItems,
  run,
  runMigrations,
  runOnce,
  type Runner,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import { sql, type RawBuilder } from 'kysely'
import { ahead } from './atcommit.ts'
import { Badge } from './badge.ts'
import { contextOf, system, type Context } from './context.ts'
import type { House } from './house.ts'
import type { Errand, Workshop } from './workshop.ts'

/** Work outside requests, on graphile-worker: added in the transaction that wants it, retried until it succeeds. */

export interface Job<Payload> {
  readonly name: string
  /** Keeps a processor busy: a server leaves it to its workshop. */
  readonly heavy?: true
  /** Runs at least once per time it was added; its effect must be safe to repeat. Opens its own transactions. */
  run(ctx: Context, payload: Payload, attempt?: number): Promise<void>
}

export type AnyJob = Job<never>

/** A row of the timetable: real time, in cron's words. */
export interface Scheduled {
  readonly cron: string
  readonly job: Job<Record<string, never>>
}

export function job<Payload = Record<string, never>>(declaration: Job<Payload>): Job<Payload> {
  return declaration
}

/** Part of the caller's transaction: no job without the change, no change without the job. */
export async function enqueue<Payload>(
  { db }: Pick<Context, 'db'>,
  job: Job<Payload>,
  payload: NoInfer<Payload>,
  options: { key?: string } = {},
): Promise<void> {
  await ahead(db, addition(job, payload, options).execute(db))
}

export const addition = <Payload>(
  { name }: Job<Payload>,
  payload: NoInfer<Payload>,
  options: { key?: string } = {},
): RawBuilder<unknown> => sql`select graphile_worker.add_job(
    ${name}, ${JSON.stringify(payload)}::json, job_key := ${options.key ?? null}::text, max_attempts := 12)`

/** One after the other; one that fails does not keep the rest waiting, and is thrown at the end. */
export async function inTurn<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

/** Here and now. */
export async function perform(
  house: House,
  job: AnyJob,
  { id, payload, attempts }: Omit<Errand, 'name'>,
): Promise<void> {
  await house.pulse.fresh()
  await job.run(contextOf(house, { actor: system(job.name), requestId: `job-${id}` }), payload as never, attempts)
}

function tasks(house: House, jobs: readonly AnyJob[], workshop?: Workshop): TaskList {
  return Object.fromEntries(
    jobs.map((job) => [
      job.name,
      async (payload: unknown, { job: { id, attempts } }: { job: { id: string; attempts: number } }) => {
        const errand = { id, name: job.name, payload, attempts }
        await (workshop && job.heavy ? workshop.run(errand) : perform(house, job, errand))
      },
    ]),
  )
}

/** Graphile's own lines go where ours go, without its chatter. */
function loggerFor(house: House): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level === 'error') house.log.error({ err: meta?.['error'] }, message)
    else if (level === 'warning') house.log.warn({}, message)
    else house.log.debug({}, message)
  })
}

export async function migrateJobs(house: Pick<House, 'pool' | 'log'>): Promise<void> {
  await runMigrations({ pgPool: house.pool, logger: loggerFor(house as House) })
}

/** The work outside requests as long as the process lives. */
export interface Workers {
  stop(): Promise<void>
}

/** Graphile gives up when it cannot write down the end of a job, as when PostgreSQL dies; then it is begun anew. */
export async function startJobs(
  house: House,
  jobs: readonly AnyJob[],
  schedule: readonly Scheduled[],
  workshop: Workshop,
): Promise<Workers> {
  const badge = new Badge(house.pool)
  const stopping = new AbortController()
  const anew = () => begin(house, tasks(house, jobs, workshop), schedule, badge)
  let runner = await anew()
  const keep = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await runner.promise.catch((error: unknown) => house.log.warn({ err: error }, 'jobs have stopped'))
      if (stopping.signal.aborted) return
      await pause(1_000)
      runner = await anew().catch(() => runner)
    }
  }
  const kept = keep()
  const end = () => runner.stop().catch((error: unknown) => house.log.debug({ err: error }, 'jobs had stopped already'))
  return {
    stop: async () => {
      stopping.abort()
      await end()
      await kept
      // A new beginning may have been under way.
      await end()
      await workshop.close()
      await badge.takeOff()
    },
  }
}

function begin(house: House, taskList: TaskList, schedule: readonly Scheduled[], badge: Badge): Promise<Runner> {
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => badge.wear(workerPool.id))
  return run({
    events,
    pgPool: house.pool,
    taskList,
    parsedCronItems: parseCronItems(
      schedule.map(({ cron, job }) => ({ task: job.name, match: cron, identifier: job.name })),
    ),
    concurrency: 2,
    pollInterval: 2_000,
    noHandleSignals: true,
    logger: loggerFor(house),
  })
}

/** Everything that is due now, then return: for tests and for the command line. */
export async function runJobsOnce(house: House, jobs: readonly AnyJob[]): Promise<void> {
  await runOnce({ pgPool: house.pool, logger: loggerFor(house), taskList: tasks(house, jobs), noHandleSignals: true })
}
