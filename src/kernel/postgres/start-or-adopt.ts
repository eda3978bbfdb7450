import { StartRefusal } from '../refusal.ts'
import { stopwatch } from '../clock.ts'
import { clusterFolder, logFile } from './folders.ts'
import { clearAway } from './obstacles.ts'
import { obstacleIn, tail } from './output.ts'
import { type LaunchPlan, goneWithin, launch, look } from './postmaster.ts'
import { pause, signal } from './processes.ts'

export interface Running {
  readonly pid: number
  readonly url: string
  readonly started: boolean
}

/** How long an earlier PostgreSQL, or what is left of it, may be in the way. */
const patience = 15_000
/** Another process's PostgreSQL may be recovering from its log. */
const recoveryPatience = 600_000

export async function startOrAdopt(plan: LaunchPlan, log: (line: string) => void): Promise<Running> {
  const cluster = clusterFolder(plan.dataFolder)
  const bearStarting = bearFor(recoveryPatience)
  const bearSilence = bearFor(patience)
  const bearFailure = bearFor(patience)
  for (;;) {
    const sight = await look(cluster)
    switch (sight.state) {
      case 'ready':
        return { ...sight, started: false }
      case 'starting':
        bearStarting(`PostgreSQL (process ${sight.pid}) does not finish starting in ${cluster}.`)
        break
      case 'silent':
        bearSilence(`PostgreSQL (process ${sight.pid}) runs in ${cluster} but does not answer.`)
        break
      case 'orphaned':
      case 'stopping':
        log(`PostgreSQL (process ${sight.pid}) of an earlier run is shutting down; waiting for it`)
        // The kernel has told an orphan to go; saying it again does no harm, and covers a system that has not.
        if (sight.state === 'orphaned') signal(sight.pid, 'SIGINT')
        await waitUntilGone(cluster, sight.pid)
        break
      case 'absent': {
        const result = await launch(plan)
        if (result.runs) return { ...result, started: true }
        await recover(plan, result.output, bearFailure)
      }
    }
    await pause(20)
  }
}

type Bear = (problem: string) => number

/** Bears a problem for so long since it was first met, and then refuses with it. Answers how long it has been borne. */
function bearFor(limit: number): Bear {
  let since: number | null = null
  return (problem) => {
    since ??= stopwatch()
    const borne = stopwatch() - since
    if (borne > limit) throw new StartRefusal(problem)
    return borne
  }
}

async function waitUntilGone(cluster: string, pid: number): Promise<void> {
  if (await goneWithin(cluster, pid, patience)) return
  throw new StartRefusal(
    `PostgreSQL (process ${pid}) of an earlier run is still shutting down in ${cluster}: start again in a moment.`,
  )
}

async function recover(plan: LaunchPlan, output: string, bear: Bear): Promise<void> {
  const problem = `PostgreSQL did not start, see ${logFile(plan.dataFolder)}: ${tail(output)}`
  const obstacle = obstacleIn(output)
  if (obstacle === null) throw new StartRefusal(problem)
  await clearAway(obstacle, plan, bear(problem))
}
