import { expect, test } from 'vitest'
import { packagedProcessor } from './packaged.ts'
import {
  elfHeaderLength,
  processorOf,
  searchBrowser,
  sourcesFor,
  type FoundBrowser,
  type Source,
  type Surroundings,
} from './search.ts'

const x64 = { platform: 'linux', arch: 'x64' }
const arm64 = { platform: 'linux', arch: 'arm64' }
const bare: Surroundings = { ...x64, named: undefined, packaged: x64, hasApt: false, isRoot: false }

const header = (machine: number) => {
  const bytes = Buffer.alloc(elfHeaderLength)
  bytes.write('\x7fELF', 'latin1')
  bytes.writeUInt16LE(machine, 18)
  return bytes
}

test('the package comes first where its binary fits the processor, and not at all where it does not', () => {
  expect(sourcesFor(bare)).toEqual(['package', 'path', 'download'])
  expect(sourcesFor({ ...bare, ...arm64 })).toEqual(['path', 'download'])
  expect(sourcesFor({ ...bare, ...arm64, packaged: arm64 })).toEqual(['package', 'path', 'download'])
  expect(sourcesFor({ ...bare, platform: 'darwin' })).toEqual(['path', 'download'])
  expect(sourcesFor({ ...bare, packaged: undefined })).toEqual(['path', 'download'])
})

test('apt is asked last, and only by root', () => {
  expect(sourcesFor({ ...bare, ...arm64, hasApt: true, isRoot: true })).toEqual(['path', 'download', 'apt'])
  expect(sourcesFor({ ...bare, ...arm64, hasApt: true })).toEqual(['path', 'download'])
  expect(sourcesFor({ ...bare, hasApt: true, isRoot: true })).toEqual(['package', 'path', 'download', 'apt'])
  expect(sourcesFor({ ...bare, isRoot: true })).toEqual(['package', 'path', 'download'])
})

test('a named one is the only one, whatever else there is', () => {
  expect(sourcesFor({ ...bare, named: '/opt/chrome', hasApt: true, isRoot: true })).toEqual(['named'])
  expect(sourcesFor({ ...bare, named: '' })).toEqual(['package', 'path', 'download'])
})

/** A machine on which these and no others would be found; notes where was looked. */
function machineWith(...there: Source[]) {
  const looked: Source[] = []
  const look = async (source: Source): Promise<FoundBrowser | null> => {
    looked.push(source)
    return there.includes(source) ? { source, path: `/${source}`, version: 'Chromium 1' } : null
  }
  return { looked, look }
}

test('the first that is there is taken, and nothing is asked after it', async () => {
  const root = { ...bare, hasApt: true, isRoot: true }
  const cases: [Surroundings, Source[], Source, Source[]][] = [
    [root, ['package', 'path', 'apt'], 'package', ['package']],
    [{ ...root, ...arm64 }, ['package', 'path', 'apt'], 'path', ['path']],
    [{ ...root, ...arm64 }, ['package', 'download', 'apt'], 'download', ['path', 'download']],
    [{ ...root, ...arm64 }, ['package', 'apt'], 'apt', ['path', 'download', 'apt']],
    [{ ...root, named: '/opt/chrome' }, ['named', 'package'], 'named', ['named']],
  ]
  for (const [surroundings, there, taken, asked] of cases) {
    const { looked, look } = machineWith(...there)
    expect((await searchBrowser(surroundings, look)).source).toBe(taken)
    expect(looked).toEqual(asked)
  }
})

test('none is a failure, in one sentence that says what to do', async () => {
  const { look } = machineWith('package', 'apt')
  await expect(searchBrowser({ ...bare, ...arm64 }, look)).rejects.toThrow(
    /^There is no browser for the tests on this machine \(linux, arm64\): install Chromium .*SUBLET_TEST_BROWSER\.$/,
  )
  await expect(searchBrowser({ ...bare, named: '/opt/none' }, look)).rejects.toThrow(
    /^SUBLET_TEST_BROWSER=\/opt\/none is no browser that runs here: /,
  )
})

test('a program says in its header which processor it is for', async () => {
  expect(processorOf(header(0x3e))).toEqual(x64)
  expect(processorOf(header(0xb7))).toEqual(arm64)
  expect(processorOf(header(0xf3))).toBeUndefined()
  expect(processorOf(Buffer.from('#!/bin/sh\nexec chromium "$@"'))).toBeUndefined()
  expect(processorOf(Buffer.alloc(3))).toBeUndefined()
})

test('the npm package brings a browser for x86-64', async () => {
  expect(await packagedProcessor()).toEqual(x64)
})
