import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, rmdir, symlink, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { socketFolder } from '../../src/kernel/postgres/folders.ts'
import { type EmbeddedPostgres, findPostgres, startPostgres } from '../../src/kernel/postgres/index.ts'
import { StartRefusal } from '../../src/kernel/refusal.ts'
import { quickFolder } from '../support/quick-folder.ts'

let folder: string
let dataDir: string

beforeEach(async () => {
  folder = await mkdtemp(join(quickFolder(), 'sublet-pg-'))
  dataDir = join(folder, 'data')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function refusal(start: Promise<EmbeddedPostgres>): Promise<string> {
  const outcome: unknown = await start.catch((error: unknown) => error)
  if (outcome instanceof StartRefusal) return outcome.message
  throw new Error('not refused', { cause: outcome })
}

test('a file in place of the folder, or of a folder above', async () => {
  await writeFile(dataDir, '')
  expect(await refusal(startPostgres({ dataDir }))).toMatch(/is a file/)
  expect(await refusal(startPostgres({ dataDir: join(dataDir, 'below') }))).toMatch(/is a file/)
})

test('a folder for the socket that others may enter, or that is a link', async () => {
  dataDir = join(folder, 'x'.repeat(120))
  const { path } = socketFolder(dataDir)
  await mkdir(path)
  await chmod(path, 0o755)
  expect(await refusal(startPostgres({ dataDir }))).toMatch(/not ours alone/)
  await rmdir(path)
  await symlink(folder, path)
  expect(await refusal(startPostgres({ dataDir }))).toMatch(/not ours alone/)
  await unlink(path)
})

test('a cluster of another version', async () => {
  await mkdir(join(dataDir, 'postgres'), { recursive: true })
  await writeFile(join(dataDir, 'postgres/PG_VERSION'), '15\n')
  expect(await refusal(startPostgres({ dataDir }))).toMatch(/made by PostgreSQL 15, and this is PostgreSQL \d+/)
})

test('something else in place of the cluster, which is left as it is', async () => {
  const letter = join(dataDir, 'postgres/letter.txt')
  await mkdir(join(dataDir, 'postgres'), { recursive: true })
  await writeFile(letter, 'dear')
  expect(await refusal(startPostgres({ dataDir }))).toMatch(/not a PostgreSQL cluster/)
  expect(await readFile(letter, 'utf8')).toBe('dear')
})

test('a folder that cannot be made', async () => {
  await symlink(join(folder, 'not mounted'), dataDir)
  for (const path of [dataDir, join(dataDir, 'below'), '/proc/sublet', '/proc/sublet/below']) {
    expect(await refusal(startPostgres({ dataDir: path }))).toMatch(/could not be made|not writable/)
  }
})

test('a setting PostgreSQL does not take: said in its words, and nothing left running', async () => {
  const settings = { shared_buffers: 'plenty' }
  expect(await refusal(startPostgres({ dataDir, settings }))).toMatch(/did not start.*shared_buffers/)
  expect(await findPostgres(dataDir)).toBeNull()
})

test('a full disk, which leaves no half cluster', async ({ skip }) => {
  await mkdir(dataDir)
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'sublet-test', dataDir]).status === 0
  skip(!mounted, 'may not mount a small disk here')
  try {
    expect(await refusal(startPostgres({ dataDir }))).toMatch(/No space left on device/)
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
    expect(await readdir(dataDir)).toEqual([])
  } finally {
    spawnSync('umount', [dataDir])
  }
})
