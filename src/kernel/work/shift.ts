import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { parseCronItems, run, type Runner, type WorkerEvents } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Liveness } from './liveness.ts'
import type { House } from '../house.ts'
import {
  laneOf,
  loggerFor,
  perform,
  recording,
  tasksFor,
  wakers,
  type AnyJob,
  type Run,
  type Scheduled,
} from './jobs.ts'
import { lanes, type LaneName } from './lanes.ts'
import { endsWithin } from '../patience.ts'

/**
 * A runner of graphile's in one lane, under a name of its own. It is spent when it has missed a word of the database's:
 * nobody knows then what it has taken and what it has finished, and whatever is marked with its name must begin anew.
 */
export interface Shift {
  readonly underWay: ReadonlySet<Run>
  /** When it is to be replaced, with the reason. */
  readonly spent: Promise<unknown>
  /** Takes nothing more; resolves when nothing of it is under way and its name is no longer worn. */
  end(): Promise<void>
}

interface ShiftParts {
  readonly house: House
  readonly jobs: readonly AnyJob[]
  readonly schedule: readonly Scheduled[]
  readonly liveness: Liveness
}

/** After one of these it takes no more jobs, or may have taken one without knowing. */
const ends = ['worker:getJob:error', 'worker:fatalError', 'pool:fatalError', 'pool:gracefulShutdown'] as const

/** A runner that could not write down how a job ended may wait for ever for its own books. */
const longestFarewell = 10_000

export async function beginShift(parts: ShiftParts, lane: LaneName): Promise<Shift> {
  const { house, liveness } = parts
  const { promise: spent, resolve: lose } = Promise.withResolvers<unknown>()
  const underWay = new Set<Run>()
  const events: WorkerEvents = new EventEmitter()
  let name = ''
  events.on('pool:create', ({ workerPool }) => {
    liveness.hold((name = workerPool.id))
    const wake = (): void => workerPool.nudge(lanes[lane].atOnce)
    wakers({ house }).set(lane, wake)
    // Who is sent away must not be woken.
    const sleep = (): void => void (wakers({ house }).get(lane) === wake && wakers({ house }).delete(lane))
    for (const event of ends)
      events.on(event, (told: object) => {
        sleep()
        lose('error' in told ? told.error : null)
      })
  })
  const runner = await run({ ...optionsOf(parts, lane, underWay), events })
  runner.promise.then(lose, lose)
  return {
    underWay,
    spent,
    end: async () => {
      await endsWithin(longestFarewell, stopped(runner))
      while (underWay.size > 0) await pause(100, undefined, { ref: false })
      liveness.release(name)
    },
  }
}

/** Whatever went wrong on the way has been logged, by graphile or by us. */
async function stopped(runner: Runner): Promise<void> {
  await runner.stop().catch(() => undefined)
  await runner.promise
}

function optionsOf({ house, jobs, schedule }: ShiftParts, lane: LaneName, underWay: Set<Run>) {
  const carryOut = async (job: AnyJob, run: Run): Promise<void> => {
    underWay.add(run)
    try {
      await perform(house, job, run)
    } finally {
      underWay.delete(run)
    }
  }
  const isDue = lane === 'due'
  return {
    pgPool: isDue ? house.pool : withoutEars(house.pool),
    taskList: tasksFor(
      jobs.filter((job) => laneOf(job) === lane),
      carryOut,
    ),
    // One of them reads the timetable for all.
    parsedCronItems: parseCronItems(
      (isDue ? schedule : []).map(({ cron, job }) => ({ task: job.name, match: cron, identifier: job.name })),
    ),
    concurrency: lanes[lane].atOnce,
    pollInterval: lanes[lane].lookEvery,
    preset: recording,
    noHandleSignals: true,
    logger: loggerFor(house),
  }
}

/** Every runner would keep a connection only to hear of new jobs, of whatever lane: those beside the first are woken. */
function withoutEars(pool: Pool): Pool {
  const connect = (heard?: unknown) => (heard === undefined ? pool.connect() : undefined)
  return Object.assign(Object.create(pool) as Pool, { connect, query: pool.query.bind(pool) })
}
