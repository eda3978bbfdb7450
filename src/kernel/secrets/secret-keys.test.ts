import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { secretKeyOf } from './box.ts'
import { StartRefusal } from '../refusal.ts'
import { addKey, keepOnlyKey, keyFile, openSecretBox } from './secret-keys.ts'

const [hex, before] = ['ab'.repeat(32), 'cd'.repeat(32)]
const idOf = (key: string) => secretKeyOf(key).id

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sublet-keys-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const inFolder = () => openSecretBox({ secretKey: null, secretKeyOld: null, dataDir })
const linesOf = async () => (await readFile(keyFile(dataDir), 'utf8')).trim().split('\n')

describe('openSecretBox', () => {
  it('makes a key once, for nobody else to read, and keeps it', async () => {
    const [first, second] = await Promise.all([inFolder(), inFolder()])
    expect(second.ids).toEqual(first.ids)
    expect((await inFolder()).ids).toEqual(first.ids)
    expect((await stat(keyFile(dataDir))).mode & 0o777).toBe(0o600)
    expect(await readdir(dataDir)).toEqual(['secret.key'])
  })

  it('takes the keys of the settings and writes none', async () => {
    const given = await openSecretBox({ secretKey: hex, secretKeyOld: before, dataDir })
    expect(given.ids).toEqual([idOf(hex), idOf(before)])
    await expect(readFile(keyFile(dataDir))).rejects.toThrow('ENOENT')
  })

  it('reads a file as it was written before there could be two', async () => {
    await writeFile(keyFile(dataDir), hex)
    expect((await inFolder()).ids).toEqual([idOf(hex)])
  })

  it.each(['', 'nonsense', `${hex}\nnonsense\n`])('refuses a file that holds no key, in a sentence', async (text) => {
    await writeFile(keyFile(dataDir), text)
    await expect(inFolder()).rejects.toThrow(StartRefusal)
  })
})

describe('the file', () => {
  it('gets a new key before the others, and loses all but one', async () => {
    await writeFile(keyFile(dataDir), hex)
    const box = await inFolder()
    await addKey(dataDir)
    expect((await linesOf()).slice(1)).toEqual([hex])
    expect((await stat(keyFile(dataDir))).mode & 0o777).toBe(0o600)
    box.refresh()
    const [added = ''] = box.ids
    expect(box.ids).toEqual([added, idOf(hex)])
    await keepOnlyKey(dataDir, added)
    expect((await linesOf()).map(idOf)).toEqual([added])
    expect(await readdir(dataDir)).toEqual(['secret.key'])
  })

  it('is never left without the key that is to be kept', async () => {
    await writeFile(keyFile(dataDir), `${hex}\n`)
    await expect(keepOnlyKey(dataDir, idOf(before))).rejects.toThrow('does not hold')
    expect(await linesOf()).toEqual([hex])
  })

  it('overwrites what a kill has left beside it', async () => {
    await writeFile(keyFile(dataDir), `${hex}\n`)
    await writeFile(`${keyFile(dataDir)}.next`, 'half')
    await addKey(dataDir)
    expect(await readdir(dataDir)).toEqual(['secret.key'])
    expect(await linesOf()).toHaveLength(2)
  })
})
