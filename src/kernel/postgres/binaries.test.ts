import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { StartRefusal } from '../refusal.ts'
import { makeLinks, packageFolder } from './binaries.ts'

let root: string
const links = [
  { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' },
  { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' },
]

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sublet-links-'))
  await mkdir(join(root, 'native/lib'), { recursive: true })
  await writeFile(join(root, 'native/lib/libpq.so.5.18'), 'library')
  await writeFile(join(root, 'native/pg-symlinks.json'), JSON.stringify(links))
})
afterEach(() => rm(root, { recursive: true }))

const library = (name: string) => readFile(join(root, 'native/lib', name), 'utf8')

test('links are made once, even by many at once, and nothing is left beside them', async () => {
  await Promise.all(Array.from({ length: 20 }, () => makeLinks(root)))
  expect(await library('libpq.so')).toBe('library')
  expect((await readdir(join(root, 'native/lib'))).toSorted()).toEqual(['libpq.so', 'libpq.so.5', 'libpq.so.5.18'])
})

test('a link that leads nowhere is replaced, a real file is kept', async () => {
  await symlink('gone', join(root, 'native/lib/libpq.so'))
  await writeFile(join(root, 'native/lib/libpq.so.5'), 'copied')
  await makeLinks(root)
  expect(await library('libpq.so')).toBe('library')
  expect(await library('libpq.so.5')).toBe('copied')
})

test('links that cannot be made are a refusal', async () => {
  // A name in a folder that does not exist fails for root too, who may write where the mode says nobody may.
  const impossible = [{ source: 'native/lib/a', target: 'native/none/b' }]
  await writeFile(join(root, 'native/pg-symlinks.json'), JSON.stringify(impossible))
  await expect(makeLinks(root)).rejects.toThrow(StartRefusal)
})

test('a platform without a package is told to bring a server', () => {
  expect(() => packageFolder('sunos-sparc')).toThrow(/set DATABASE_URL/)
  expect(() => packageFolder('win32-x64')).toThrow(/Windows.*set DATABASE_URL/)
})
