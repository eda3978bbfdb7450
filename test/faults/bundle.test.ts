import { execFile } from 'node:child_process'
import { appendFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyOfSources } from '../support/server/source-tree.ts'

/** The program is run from a bundle of its sources as they are, or from the sources. */

const run = promisify(execFile)
let tree: string

beforeAll(async () => {
  tree = await copyOfSources(['bin', 'db', 'package.json', 'package-lock.json', 'src', 'tsconfig.json'])
})

afterAll(() => rm(tree, { recursive: true, force: true }))

const ask = async (what: string): Promise<string> =>
  (await run(process.execPath, ['-e', `import('./bin/bundle.js').then(${what})`], { cwd: tree })).stdout.trim()

const found = () => ask('(it) => console.log(it.findProgram().id)')
const make = () => ask('(it) => it.bundle()')

it('is made once by who make it together, and made anew when a source has changed', async () => {
  expect(await found()).toMatch(/ of sources$/)
  await Promise.all([make(), make()])
  const made = await readdir(join(tree, 'dist'))
  expect([made.length, await found()]).toEqual([1, join(tree, 'dist', made[0] ?? '')])
  const { stdout } = await run(process.execPath, ['bin/sublet.js', '--help'], { cwd: tree })
  expect(stdout).toContain('npx sublet start')

  await appendFile(join(tree, 'src/app/cli.ts'), '\n')
  expect(await found()).toMatch(/ of sources$/)
  await make()
  expect((await readdir(join(tree, 'dist'))).length).toBe(2)
  expect(await found()).not.toMatch(/ of sources$/)
})
