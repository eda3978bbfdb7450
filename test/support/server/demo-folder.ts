import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { until } from '../http-call.ts'
import type { Machine } from './server-process.ts'

/** The data folder of somebody who has started before: a copy of one that holds the demo world, since making it takes long. */
export async function demoFolder(machine: Machine): Promise<string> {
  const folder = machine.newFolder()
  // With owners and modes, as PostgreSQL wants them.
  await promisify(execFile)('cp', ['-a', await template(machine), folder])
  return folder
}

/** Made by the first who wants it, for all files of the run. */
async function template(machine: Machine): Promise<string> {
  const place = inject('demoTemplate')
  const made = join(place, 'made')
  const isMaker = await mkdir(place).then(
    () => true,
    () => false,
  )
  if (isMaker) {
    const making = join(place, 'making')
    await (await machine.start({ SUBLET_DATA_DIR: making })).end()
    await rename(making, made)
  }
  await until(async () => existsSync(made), 'a demo world')
  return made
}
