import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { DemoCredentials } from '../db/demo.ts'
import { findPostgres } from '../src/kernel/postgres/index.ts'

/** The product as anyone starts it, in a folder of its own, with the rate limits off. */

const root = join(import.meta.dirname, '..')

export interface RunningSublet {
  readonly url: string
  readonly databaseUrl: string
  readonly demo: DemoCredentials
  readonly pid: number
  readonly startedInMs: number
  stop(): Promise<void>
}

export async function startSublet(settings: Record<string, string> = {}): Promise<RunningSublet> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sublet-bench-'))
  const server = await startServer({ SUBLET_DATA_DIR: dataDir, ...settings })
  const postgres = await findPostgres(dataDir)
  if (!postgres) throw new Error('the server did not start')
  return {
    ...server,
    databaseUrl: postgres.url,
    demo: JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as DemoCredentials,
    stop: async () => {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type RunningServer = Pick<RunningSublet, 'url' | 'pid' | 'startedInMs' | 'stop'>

/** A server with these settings, and no limit on how often it may be asked. */
export async function startServer(settings: Record<string, string>): Promise<RunningServer> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const limits = { SUBLET_RATE_LIMIT: '0', SUBLET_TOKEN_RATE_LIMIT: '0', SUBLET_SEARCH_RATE_LIMIT: '0' }
  const startedAt = performance.now()
  const child = startNode(['bin/sublet.js', 'start'], { SUBLET_PORT: String(port), ...limits, ...settings })
  await untilAnswered(`${url}/readyz`)
  const startedInMs = Math.round(performance.now() - startedAt)
  if (child.pid === undefined) throw new Error('the server did not start')
  return { url, pid: child.pid, startedInMs, stop: () => stopNode(child) }
}

export function startNode(args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

export async function stopNode(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** On a busy machine, and with the portal to build first, it takes its time to start. */
export async function untilAnswered(url: string): Promise<void> {
  for (let i = 0; i < 3_600; i++) {
    if (
      await fetch(url).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return
    await pause(50)
  }
  throw new Error(`${url} does not answer`)
}

/** Resident memory of a process in MB, where the system tells. */
export async function residentMb(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(status)?.[1]
  return kilobytes === undefined ? null : Math.round((Number(kilobytes) * 1_024) / 1e6)
}
