import { readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'

import { port } from './connection.ts'
import { clusterFolder } from './folders.ts'
import type { Obstacle } from './output.ts'
import type { LaunchPlan } from './postmaster.ts'
import { postmasterPidPath } from './postmaster-pid.ts'
import { orphanedBackends, pause, signal, worksIn } from './processes.ts'

/** How long what is left of a killed PostgreSQL may take to go by itself. */
const politeness = 2000
const betweenAttempts = 100

/** After a start that failed on what an earlier PostgreSQL, or one starting beside us, left in the way. */
export async function clearAway(obstacle: Obstacle, plan: LaunchPlan, waited: number): Promise<void> {
  const cluster = clusterFolder(plan.dataFolder)
  await pause(betweenAttempts)
  switch (obstacle) {
    case 'postmaster':
      return
    case 'socket lock':
      return await dropStaleSocketLock(plan.socketFolder, cluster)
    case 'empty lock':
      // A power cut leaves it so; a PostgreSQL starting beside us fills it in an instant.
      if (waited > politeness) await unlink(postmasterPidPath(cluster)).catch(() => undefined)
      return
    case 'backends':
      if (waited > politeness) for (const pid of orphanedBackends(cluster)) signal(pid, 'SIGQUIT')
  }
}

/** PostgreSQL looks at it only once it holds postmaster.pid, so no other can be serving from this socket. */
async function dropStaleSocketLock(socketFolder: string, cluster: string): Promise<void> {
  const lock = join(socketFolder, `.s.PGSQL.${port}.lock`)
  const pid = Number.parseInt(await readFile(lock, 'utf8').catch(() => ''), 10)
  if (pid > 0 && worksIn(pid, cluster)) return
  await unlink(lock).catch(() => undefined)
}
