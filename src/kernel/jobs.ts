import { parseCronItems, run, runMigrations, runOnce, Logger, type Runner, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import { contextOf, system, type Context } from './context.ts'
import type { House } from './house.ts'

/** Work outside requests, on graphile-worker: added in the transaction that wants it, retried until it succeeds. */

export interface Job<Payload> {
  readonly name: string
  /** Runs at least once per time it was added; its effect must be safe to repeat. Opens its own transactions. */
  run(ctx: Context, payload: Payload): Promise<void>
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
  ctx: Context,
  { name }: Job<Payload>,
  payload: NoInfer<Payload>,
  options: { key?: string } = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${name}, ${JSON.stringify(payload)}::json, job_key := ${options.key ?? null}::text, max_attempts := 12)`.execute(
    ctx.db,
  )
}

function tasks(house: House, jobs: readonly AnyJob[]): TaskList {
  return Object.fromEntries(
    jobs.map((job) => [
      job.name,
      async (payload: unknown, { job: { id } }: { job: { id: string } }) => {
        await house.pulse.fresh()
        await job.run(contextOf(house, { actor: system(job.name), requestId: `job-${id}` }), payload as never)
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

export function startJobs(house: House, jobs: readonly AnyJob[], schedule: readonly Scheduled[]): Promise<Runner> {
  return run({
    pgPool: house.pool,
    taskList: tasks(house, jobs),
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
