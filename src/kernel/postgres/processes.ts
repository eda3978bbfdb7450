import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync, readlinkSync, realpathSync } from 'node:fs'
import { errorCode } from './system-error.ts'

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/** Null when the process is gone, or lives where we cannot see it (another container on the same volume). */
export function parentOf(pid: number): number | null {
  const text = process.platform === 'linux' ? parentFromProc(pid) : ps(pid, 'ppid=')
  const parent = Number.parseInt(text, 10)
  return Number.isNaN(parent) ? null : parent
}

/**
 * Whether that process is a PostgreSQL working in that cluster: a pid in a file left behind may since have been given
 * to a stranger. PostgreSQL makes its cluster its working folder before it writes any pid. A zombie works nowhere.
 */
export function worksIn(pid: number, cluster: string): boolean {
  if (process.platform !== 'linux') return ps(pid, 'command=').includes(cluster)
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
  } catch {
    return false
  }
}

/** Backends that outlive a killed postmaster, busy in a query, keep its shared memory and so bar the next start. */
export function orphanedBackends(cluster: string): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && worksIn(pid, cluster) && isBackend(pid))
    .filter((pid) => !worksIn(parentOf(pid) ?? 0, cluster))
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** A postmaster shows the command it was started with; its children rename themselves. */
function isBackend(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').startsWith('postgres: ')
  } catch {
    return false
  }
}

/** The second field, the program's name in brackets, may hold spaces and brackets: count from the last one. */
function parentFromProc(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? ''
  } catch {
    return ''
  }
}

function ps(pid: number, column: string): string {
  return spawnSync('ps', ['-ww', '-o', column, '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''
}
