import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the portal was made of, as its build has noted it: paths from the root, each with its digest at that time. */

type Sources = Readonly<Record<string, string>>

/** Of a folder its names, since one more or less is a change; of what is not there, nothing that was ever noted. */
export function digestOf(path: string): string {
  try {
    const content = path.endsWith('/') ? namesIn(path).join('\n') : readFileSync(path)
    return hash('sha256', content, 'base64url')
  } catch {
    return 'gone'
  }
}

const namesIn = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()

/** What nothing of the portal imports may come, go and change. */
export const isMadeOf = (root: string, sources: Sources): boolean =>
  Object.entries(sources).every(([path, digest]) => digestOf(join(root, path)) === digest)
