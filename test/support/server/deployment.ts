import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the files that ship say about how Sublet is installed and run, read from them and not repeated. */

const root = join(import.meta.dirname, '../../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const linesWith = (text: string, word: string): string[] =>
  text.split('\n').flatMap((line) => (line.startsWith(word) ? [line.slice(word.length)] : []))

/** Its first stage makes the tree, its second runs it. */
const [making = '', running = ''] = read('Containerfile')
  .split(/^(?=FROM )/m)
  .slice(1)

export const containerSteps = linesWith(making, 'RUN ')
export const containerCommand = JSON.parse(linesWith(running, 'CMD ')[0] ?? '[]') as string[]
/** Where both put the tree. */
export const installedIn = linesWith(making, 'WORKDIR ')[0] ?? ''

export const unitCommand = linesWith(read('deploy/sublet.service'), 'ExecStart=')[0]?.split(' ')

/** The first block of commands under that heading of the operator's manual. */
export function documentedSteps(heading: string): string[] {
  const [, section = ''] = read('docs/operating.md').split(`\n## ${heading}\n`)
  return section.split('```sh\n')[1]?.split('\n```')[0]?.split('\n') ?? []
}
