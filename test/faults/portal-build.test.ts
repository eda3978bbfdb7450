import { execFile } from 'node:child_process'
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isMadeOf } from '../../src/app/portal-sources.ts'
import { copyOfSources } from '../support/server/source-tree.ts'
import type { Built } from '../../web/build.ts'

/** The portal is built again when, and only when, something that it is made of has changed. */

const run = promisify(execFile)
let tree: string

beforeAll(async () => {
  tree = await copyOfSources(['client', 'package.json', 'package-lock.json', 'src', 'tsconfig.json', 'web'])
  // One that only Tailwind reads.
  const styles = join(tree, 'web/styles.css')
  await writeFile(styles, `@import './more.css';\n${await readFile(styles, 'utf8')}`)
  await writeFile(join(tree, 'web/more.css'), '.more { color: red; }\n')
})

afterAll(() => rm(tree, { recursive: true, force: true }))

async function prepare(): Promise<string> {
  const asked = "import('./src/app/portal.ts').then((it) => it.preparePortal(() => {})).then(console.log)"
  return (await run(process.execPath, ['-e', asked], { cwd: tree })).stdout.trim()
}

async function stillMade(): Promise<boolean> {
  const built = JSON.parse(await readFile(join(tree, 'dist/portal/built.json'), 'utf8')) as Built
  return isMadeOf(tree, built.sources ?? {})
}

it('is built once', async () => {
  expect(await prepare()).toBe('built')
  expect(await prepare()).toBe('fresh')
})

it.each([
  'web/main.tsx',
  'web/index.html',
  'web/styles.css',
  'web/more.css',
  'web/public/theme.js',
  'web/vite.config.ts',
  'package-lock.json',
  'src/kernel/money.ts',
  'src/kernel/ip/text.ts',
  'src/market/lease/lease.states.ts',
])('is made of %s', async (path) => {
  const before = await readFile(join(tree, path))
  await appendFile(join(tree, path), '\n')
  expect(await stillMade()).toBe(false)
  await writeFile(join(tree, path), before)
  expect(await stillMade()).toBe(true)
})

it.each(['web/README.md', 'client/api.gen.ts', 'src/kernel/db/pool.ts', 'src/market/market.problems.ts'])(
  'is not made of %s',
  async (path) => {
    await appendFile(join(tree, path), '\n')
    expect(await stillMade()).toBe(true)
  },
)

it('does not care about a new file, unless that is served as it is', async () => {
  await writeFile(join(tree, 'web/ui/new.tsx'), "export const New = () => <p className='text-9xl'>New</p>\n")
  await writeFile(join(tree, 'src/market/new.rules.ts'), 'export const answer = 42\n')
  expect(await prepare()).toBe('fresh')
  await writeFile(join(tree, 'web/public/new.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  expect(await stillMade()).toBe(false)
})

it('is built again when a module is gone, and then no more', async () => {
  await rm(join(tree, 'web/more.css'))
  const styles = join(tree, 'web/styles.css')
  await writeFile(styles, (await readFile(styles, 'utf8')).replace("@import './more.css';\n", ''))
  expect(await prepare()).toBe('built')
  expect(await prepare()).toBe('fresh')
})
