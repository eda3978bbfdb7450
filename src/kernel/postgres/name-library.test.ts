import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { hasNameLibrary, nameLibrary } from './name-library.ts'

test('it is there for the processors of the embedded PostgreSQL on Linux, and nowhere else', () => {
  expect(['x64', 'arm64'].every((arch) => hasNameLibrary('linux', arch))).toBe(true)
  expect(hasNameLibrary('darwin', 'arm64')).toBe(false)
  expect(hasNameLibrary('linux', 'riscv64')).toBe(false)
})

test('both are whole: the header, the function and the record it returns are where the loader looks', () => {
  for (const [arch, machine, returned] of [
    ['x64', 62, (code: Buffer) => 7 + code.readInt32LE(3)],
    ['arm64', 183, (code: Buffer) => ((code.readUInt32LE(0) & 0xffffe0) >> 5) * 4],
  ] as const) {
    const file = nameLibrary(arch)
    expect(file.length).toBe(720)
    expect([file.readUInt16LE(16), file.readUInt16LE(18)]).toEqual([3, machine])
    const symbol = file.subarray(312 + 24)
    const [code, size] = [Number(symbol.readBigUInt64LE(8)), Number(symbol.readBigUInt64LE(16))]
    const writable = file.subarray(64 + 56)
    const [offset, address] = [Number(writable.readBigUInt64LE(8)), Number(writable.readBigUInt64LE(16))]
    expect(code + returned(file.subarray(code, code + size))).toBe(address)
    expect(address - offset).toBe(0x10000)
    expect(file.toString('latin1', 496).startsWith('\0getpwuid\0sublet\0')).toBe(true)
  }
})

test('a program that asks who it is gets its answer', async ({ skip }) => {
  skip(!hasNameLibrary(process.platform, process.arch), 'there is no such library for this machine')
  const folder = await mkdtemp(join(tmpdir(), 'sublet-name-'))
  await writeFile(join(folder, 'name.so'), nameLibrary(process.arch))
  const { stdout, stderr } = spawnSync('id', ['-un'], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', LD_PRELOAD: './name.so' },
    encoding: 'utf8',
  })
  await rm(folder, { recursive: true })
  expect([stdout, stderr]).toEqual(['sublet\n', ''])
})
