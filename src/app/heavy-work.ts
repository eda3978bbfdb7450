import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { stopwatch } from '../kernel/clock.ts'
import type { House } from '../kernel/house.ts'
import { openLog, placeOf } from '../kernel/log.ts'
import { SecretBox } from '../kernel/secrets/box.ts'
import { endsWithin } from '../kernel/patience.ts'
import { cutOff } from '../kernel/work/cut-off.ts'
import type { Assignment } from '../kernel/work/heavy-jobs.ts'
import { perform } from '../kernel/work/jobs.ts'
import { lanesOf } from '../kernel/work/lanes.ts'
import { startJobs, type Workers } from '../kernel/work/workers.ts'
import { closeHouse, openHouse } from './build.ts'
import { jobs } from './schedule.ts'

/** Heavy jobs, as a server would do them: with a house of its own, few connections, and no secret key. */

const connections = 6

/** In ms. Who goes last on its machine is slow to write a large snapshot. */
const longestStatement = 60_000
const longestIdle = 10_000
const longestGoodbye = 2_000

/** Neither seals nor opens. */
const keyless = new SecretBox([])

/** Returns the exit code. */
export async function work({ config, databaseUrl, only }: Assignment): Promise<number> {
  const own = { ...config, poolSize: connections, statementTimeout: longestStatement }
  const house = await openHouse(own, databaseUrl, openLog(own), async () => keyless)
  house.board.vigil.rememberAll()
  // A command's is ended by the signal itself.
  const asked = only === null ? once(process, 'SIGTERM') : new Promise(() => undefined)
  process.on('uncaughtException', (error) => {
    house.log.error({ at: placeOf(error) }, 'a heavy job has failed where nobody could catch it')
    process.exit(1)
  })
  try {
    return await (only === null ? workUntilIdle(house, asked) : workOnly(house, only))
  } finally {
    await endsWithin(longestGoodbye, closeHouse(house))
    // A server that goes does not wait for it.
    await Promise.race([asked, house.board.vigil.untilLeft()])
  }
}

async function workOnly(house: House, { name, payload, actor }: NonNullable<Assignment['only']>): Promise<number> {
  const job = jobs.find((each) => each.name === name)
  if (!job) throw new Error(`there is no job ${name}`)
  await perform(house, job, { id: '', name, payload, attempts: 1 }, actor)
  return 0
}

async function workUntilIdle(house: House, asked: Promise<unknown>): Promise<number> {
  const workers = await startJobs(house, jobs, [], lanesOf('heavy'))
  await Promise.race([asked, untilIdle(workers)])
  await workers.stop()
  const cut = cutOff({ house }).list
  if (cut.length === 0) return 0
  house.log.warn({ cut }, 'stopped before all was done: jobs begin anew')
  return 3
}

async function untilIdle(workers: Workers): Promise<void> {
  for (let since = stopwatch(); stopwatch() - since < longestIdle; await pause(100))
    if (workers.busy) since = stopwatch()
}
