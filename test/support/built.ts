import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { begin, program } from './server/server-process.ts'

/** The portal and the program, once per run and not by every server that a test starts. */
export default async function setup(): Promise<void> {
  for (const step of [[program, 'build'], [begin]]) await promisify(execFile)(process.execPath, step)
}
