import { Logger, runMigrations, runOnce, type TaskList } from 'graphile-worker'
import { afterCommit } from '../db/at-commit.ts'
import { contextOf, system, type Context } from '../context.ts'
import type { House } from '../house.ts'
import type { LaneName } from './lanes.ts'
import { slot } from '../slot.ts'
import { query, type Query } from '../db/query.ts'

/** Work outside requests, on graphile-worker: added in the transaction that wants it, retried until it succeeds. */

interface Job<Payload> {
  readonly name: string
  /** What it may have to wait for; `due` where it says nothing. */
  readonly lane?: LaneName
  /** Runs at least once per time it was added; its effect must be safe to repeat. Opens its own transactions. */
  run(ctx: Context, payload: Payload, attempt?: number): Promise<void>
}

export type AnyJob = Job<never>

/** One time that a job is done. */
export interface Run {
  readonly id: string
  readonly name: string
  readonly payload: unknown
  readonly attempts: number
}

/** A row of the timetable: real time, in cron's words. */
export interface Scheduled {
  readonly cron: string
  readonly job: Job<Record<string, never>>
}

export function job<Payload = Record<string, never>>(declaration: Job<Payload>): Job<Payload> {
  return declaration
}

interface Plan {
  /** One job at most waits under it; added again, it is the later wish that counts. */
  readonly key?: string
  /** Not before, in real time; one that waits under the same key keeps the time it has, unless it is put off. */
  readonly at?: Date
  readonly putOff?: true
}

/** Part of the caller's transaction: no job without the change, no change without the job. */
export async function enqueue<Payload>(
  ctx: Pick<Context, 'db' | 'house'>,
  job: Job<Payload>,
  payload: NoInfer<Payload>,
  options: Plan = {},
): Promise<void> {
  await addition(job, payload, options).ahead(ctx)
  const wake = wakers(ctx).get(laneOf(job))
  if (wake) afterCommit(ctx.db, wake)
}

export const laneOf = ({ lane = 'due' }: Pick<AnyJob, 'lane'>): LaneName => lane

/** Who is to look at once for what this process has added; a process that does not stay has nobody. */
export const wakers = slot(() => new Map<LaneName, () => void>())

export const addition = <Payload>(
  { name }: Job<Payload>,
  payload: NoInfer<Payload>,
  options: Plan = {},
): Query<unknown> => query`select graphile_worker.add_job(
    ${name}, ${JSON.stringify(payload)}::json, job_key := ${options.key ?? null}::text,
    run_at := ${options.at ?? null}::timestamptz, max_attempts := 12,
    job_key_mode := ${options.at && !options.putOff ? 'preserve_run_at' : 'replace'})`

/** One after the other; one that fails does not keep the rest waiting, and is thrown at the end. */
export async function inTurn<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

/** Here and now. */
export async function perform(house: House, job: AnyJob, run: Run, actor = job.name): Promise<void> {
  await house.pulse.fresh()
  const ctx = contextOf(house, { actor: system(actor), requestId: `job-${run.id}` })
  await job.run(ctx, run.payload as never, run.attempts)
}

/** Graphile's own lines go where ours go, without its chatter. */
export function loggerFor(house: House): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level === 'error') house.log.error({ err: meta?.['error'] }, message)
    else if (level === 'warning') house.log.warn({}, message)
    else house.log.debug({}, message)
  })
}

export async function migrateJobs(house: Pick<House, 'pool' | 'log'>): Promise<void> {
  await runMigrations({ pgPool: house.pool, logger: loggerFor(house as House) })
}

/**
 * Without a delay, graphile 0.18 throws what goes wrong when it writes down the end of a job to nobody, and the process
 * ends of it. With one, it is caught, told and logged; it also writes down many ends together.
 */
export const recording = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

/** How graphile runs each of them. */
export const tasksFor = (jobs: readonly AnyJob[], work: (job: AnyJob, run: Run) => Promise<void>): TaskList =>
  Object.fromEntries(
    jobs.map((job) => [
      job.name,
      (payload, { job: { id, attempts } }) => work(job, { id, name: job.name, payload, attempts }),
    ]),
  )

/** Everything that is due now, then return: for tests and for the command line. */
export async function runJobsOnce(house: House, jobs: readonly AnyJob[]): Promise<void> {
  await runOnce({
    pgPool: house.pool,
    logger: loggerFor(house),
    taskList: tasksFor(jobs, (job, run) => perform(house, job, run)),
    preset: recording,
    noHandleSignals: true,
  })
}
