import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from './system-error.ts'

/** What a running PostgreSQL says of itself in `postmaster.pid`, and a killed one leaves behind. */
interface PostmasterPid {
  readonly pid: number
  readonly port: number
  /** Empty until the socket is open. */
  readonly socketFolder: string
  readonly status: 'starting' | 'ready' | 'stopping'
}

export const postmasterPidPath = (cluster: string): string => join(cluster, 'postmaster.pid')

export async function readPostmasterPid(cluster: string): Promise<PostmasterPid | null> {
  try {
    return parsePostmasterPid(await readFile(postmasterPidPath(cluster), 'utf8'))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

/**
 * Lines: pid (negative in single-user mode), data folder, start time, port, socket folder, listen address, shared
 * memory key, status. The file grows while PostgreSQL starts, so the later lines may be missing.
 */
export function parsePostmasterPid(text: string): PostmasterPid | null {
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10))
  if (!(pid > 0)) return null
  const port = Number.parseInt(lines[3] ?? '', 10)
  const status = lines[7]
  return {
    pid,
    port: Number.isNaN(port) ? 5432 : port,
    socketFolder: lines[4] ?? '',
    status: status === 'ready' || status === 'stopping' ? status : 'starting',
  }
}
