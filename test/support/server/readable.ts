import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Whether somebody else on this machine may run the program from where it stands: every folder above lets them pass. */
export function othersMayRead(path: string = join(import.meta.dirname, '../../..')): boolean {
  const passable = (statSync(path).mode & 0o005) === 0o005
  return passable && (dirname(path) === path || othersMayRead(dirname(path)))
}

export const closedToOthers = 'the project stands in a folder that nobody else may read'
