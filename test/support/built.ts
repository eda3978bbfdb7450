import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { program } from './server/server-process.ts'

/** The portal and the program, once per run and not by every server that a test starts. */
export default async function setup(): Promise<void> {
  await promisify(execFile)(process.execPath, [program, 'build'])
}
