import { fork, type ChildProcess, type ForkOptions } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/** Who waits for an answer goes first: processes that take what processor time is left. */

const lowest = constants.priority.PRIORITY_LOW

/** A Node of the lowest rank from its first moment: reading its program is work, too. It says `yieldToOthers` itself. */
export function forkBelow(program: URL, options: ForkOptions): ChildProcess {
  const child = fork(program, { serialization: 'advanced', ...options })
  try {
    if (child.pid !== undefined) setPriority(child.pid, lowest)
  } catch {
    // It has ended already, which is told elsewhere.
  }
  return child
}

/** For this whole process, with every thread that Node has begun. */
export function yieldToOthers(): void {
  if (process.platform !== 'linux') return setPriority(lowest)
  for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), lowest)
}

/** For this thread, where one can have a rank of its own. */
export function yieldAsThread(): void {
  if (process.platform === 'linux') setPriority(lowest)
}
