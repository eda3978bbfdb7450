import type { ForkOptions } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { environmentOfOthers, passwordFile } from '../config.ts'
import { root } from '../root.ts'

/**
 * A process of ours that must not come near the secret key, whatever it is led to do: it reads the program and what it
 * is given by name, writes where it is told to, begins no other process, and finds none of our settings in its
 * environment.
 */

interface Reach {
  /** Files, or folders with all that is in them. */
  readonly read?: readonly string[]
  readonly write?: readonly string[]
}

export const confined = ({ read = [], write = [] }: Reach): Pick<ForkOptions, 'execArgv' | 'env'> => ({
  execArgv: [
    '--permission',
    ...[...programFiles(), ...read, ...write].map((path) => `--allow-fs-read=${path}`),
    ...write.map((path) => `--allow-fs-write=${path}`),
  ],
  env: environmentOfOthers(),
})

/** By their true paths, too: Node asks for a module by that. */
const programFiles = (): string[] =>
  ['src', 'dist', 'db/migrations', 'node_modules', 'package.json']
    .map((name) => join(root, name))
    .filter((path) => existsSync(path))
    .flatMap((path) => [...new Set([path, realpathSync(path)])])

/** What the driver reads to reach a database: certificates that its address names, and the file of passwords. */
export function filesToReach(databaseUrl: string): string[] {
  const said = new URLSearchParams(databaseUrl.slice(databaseUrl.indexOf('?') + 1))
  const certificates = ['sslcert', 'sslkey', 'sslrootcert'].flatMap((name) => said.get(name) ?? [])
  return [...certificates, passwordFile() ?? join(homedir(), '.pgpass')]
}
