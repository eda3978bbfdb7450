import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.ts'

/** Which version of the program this is. */
export const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string
}
