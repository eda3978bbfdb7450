import { fork, type ChildProcess, type ForkOptions } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/** Who waits for an answer goes first: processes that take what processor time is left. */

const lowest = constants.priority.PRIORITY_LOW

/** A Node of the lowest priority from its first moment: reading its program is work, too. */
export function forkBelow(program: URL, options: ForkOptions): ChildProcess {
  const child = fork(program, { serialization: 'advanced', ...options })
  lower(child.pid)
  // What threads Node begins with are there when its program runs, and that says so by `reportForWork`.
  child.once('message', () => threadsOf(child.pid).forEach(lower))
  return child
}

function lower(id: number | undefined): void {
  try {
    if (id !== undefined) setPriority(id, lowest)
  } catch {
    // It has ended already, which is told elsewhere.
  }
}

/** Where each has a priority of its own. Asked by who began the process: to look there is to be able to look anywhere. */
function threadsOf(pid: number | undefined): number[] {
  try {
    return process.platform === 'linux' ? readdirSync(`/proc/${pid}/task`).map(Number) : []
  } catch {
    return []
  }
}

/** The first word of a process begun by `forkBelow`. */
export const reportForWork = (): void => void process.send?.({})
