import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { open, rename, stat, unlink } from 'node:fs/promises'

import { stopwatch } from '../clock.ts'
import { type Account, spawnAs } from './account.ts'
import type { Binaries } from './binaries.ts'
import { ask, port, socketUrl } from './connection.ts'
import { clusterFolder, logFile } from './folders.ts'
import { postmasterPidPath, readPostmasterPid } from './postmaster-pid.ts'
import { isAlive, parentOf, pause, signal, worksIn } from './processes.ts'

export interface LaunchPlan {
  readonly dataFolder: string
  readonly socketFolder: string
  readonly account: Account
  readonly binaries: Binaries
  readonly settings: Readonly<Record<string, string>>
}

type Launch =
  | { readonly runs: true; readonly pid: number; readonly url: string }
  | { readonly runs: false; readonly output: string }

type Sight =
  | { readonly state: 'absent' }
  | { readonly state: 'ready'; readonly pid: number; readonly url: string }
  /** `orphaned`: still answers, but has lost its starter and so is about to go. `silent`: says ready, yet does not answer. */
  | { readonly state: 'starting' | 'stopping' | 'orphaned' | 'silent'; readonly pid: number }

const logFileLimit = 16 * 1024 * 1024
const gracePeriod = 8000

const defaults: Readonly<Record<string, string>> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  port: String(port),
  max_connections: '100',
  shared_buffers: '64MB',
  // What is read at random is in memory or on a disk that does not turn.
  random_page_cost: '1.1',
  fsync: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Requests are many and short: each has one core, and the planner need not think about more.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
}

/** Who works in this cluster, judged by what it does and not only by the file it wrote. */
export async function look(cluster: string): Promise<Sight> {
  const file = await readPostmasterPid(cluster)
  if (file === null) return { state: 'absent' }
  const { pid } = file
  if (file.status === 'ready' && file.socketFolder !== '') {
    const url = socketUrl(file.socketFolder, file.port)
    const answer = await ask(url)
    // One that answers from where we cannot see its process (another container on the same volume) is as good as any.
    const orphaned = answer.answers && worksIn(pid, cluster) && hasLostStarter(pid, answer.starter)
    if (answer.answers) return orphaned ? { state: 'orphaned', pid } : { state: 'ready', pid, url }
  }
  if (worksIn(pid, cluster)) return { state: file.status === 'ready' ? 'silent' : file.status, pid }
  // PostgreSQL itself steps over the pid of a dead process, but not over one that a stranger has since been given.
  if (isAlive(pid)) await unlink(postmasterPidPath(cluster)).catch(() => undefined)
  return { state: 'absent' }
}

/** Right after its starter's death PostgreSQL may still answer, though the signal that ends it is on its way. */
function hasLostStarter(pid: number, starter: number | null): boolean {
  const parent = parentOf(pid)
  return starter !== null && parent !== null && parent !== starter
}

/** Starts one and waits until it serves, however long its recovery takes, or until it gives up. */
export async function launch(plan: LaunchPlan): Promise<Launch> {
  const cluster = clusterFolder(plan.dataFolder)
  const path = logFile(plan.dataFolder)
  await setAsideLongLog(path)
  const log = openSync(path, 'a', 0o600)
  const before = (await stat(path)).size
  const child = spawnAs(plan.account, plan.binaries.postgres, postgresArguments(plan, cluster), ['ignore', log, log])
  closeSync(log)
  const end: { reason?: string } = {}
  child.once('error', (error) => (end.reason = error.message))
  child.unref()
  const leash = plan.account.diesWithUs ? null : tieToUs(child)
  while (end.reason === undefined && child.exitCode === null && child.signalCode === null) {
    const file = await readPostmasterPid(cluster)
    if (file?.pid === child.pid && file?.status === 'ready') {
      const url = socketUrl(plan.socketFolder)
      if ((await ask(url)).answers) return { runs: true, pid: file.pid, url }
    }
    await pause(10)
  }
  leash?.kill()
  return { runs: false, output: end.reason ?? (await readFrom(path, before)) }
}

function postgresArguments(plan: LaunchPlan, cluster: string): string[] {
  const settings = {
    ...defaults,
    ...plan.settings,
    unix_socket_directories: quoted(plan.socketFolder),
    'sublet.starter': String(process.pid),
  }
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** The setting is a list: a comma in the path would otherwise part it. */
function quoted(path: string): string {
  return `"${path.replaceAll('"', '""')}"`
}

/** Where the kernel cannot tell PostgreSQL of our death: a shell that waits for the end of a stream only we hold open. */
function tieToUs(postmaster: ChildProcess): ChildProcess {
  const script = 'read -r _; kill -INT "$0"'
  const leash = spawn('sh', ['-c', script, String(postmaster.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
  })
  leash.unref()
  if (leash.stdin && 'unref' in leash.stdin && typeof leash.stdin.unref === 'function') leash.stdin.unref()
  leash.stdin?.on('error', () => undefined)
  postmaster.once('exit', () => leash.kill('SIGKILL'))
  return leash
}

/** Fast shutdown, then immediate (the next start recovers from the log), then none of its choosing. */
export async function shutDown(cluster: string, pid: number): Promise<void> {
  for (const name of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!worksIn(pid, cluster)) return
    signal(pid, name)
    if (await goneWithin(cluster, pid, gracePeriod)) return
  }
}

export async function goneWithin(cluster: string, pid: number, milliseconds: number): Promise<boolean> {
  const deadline = stopwatch() + milliseconds
  while (worksIn(pid, cluster)) {
    if (stopwatch() > deadline) return false
    await pause(20)
  }
  return true
}

async function setAsideLongLog(path: string): Promise<void> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  )
  if (size > logFileLimit) await rename(path, `${path}.1`)
}

async function readFrom(path: string, start: number): Promise<string> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const length = Math.min(size - start, 64 * 1024)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length)
    return buffer.subarray(0, bytesRead).toString()
  } finally {
    await file.close()
  }
}
