import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTar, TarFault, tarEnd, tarHeader, tarPadding } from './tar.ts'

interface Kept {
  readonly name: string
  readonly bytes: Buffer
}

const packed = (files: readonly Kept[]): Buffer =>
  Buffer.concat([
    ...files.flatMap(({ name, bytes }) => [
      tarHeader({ name, size: bytes.length, folder: false }),
      bytes,
      tarPadding(bytes.length),
    ]),
    tarEnd,
  ])

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function unpacked(bytes: Buffer, size = 1_000): Promise<Kept[]> {
  const files: Kept[] = []
  for await (const { name, pieces } of readTar(inPieces(bytes, size)))
    files.push({ name, bytes: Buffer.concat(await Array.fromAsync(pieces)) })
  return files
}

const letters = fc.stringMatching(/^[a-zé0-9_.]{1,40}$/)
const someName = fc.array(letters, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'))
const someFile = fc.record({
  name: someName,
  bytes: fc.uint8Array({ maxLength: 1_500 }).map((bytes) => Buffer.from(bytes)),
})

describe('a tar', () => {
  it('gives back what was put in, in pieces of any size', async () => {
    const files = fc.array(someFile, { maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(files, fc.integer({ min: 1, max: 2_000 }), async (kept, size) => {
        expect(await unpacked(packed(kept), size)).toEqual(kept)
      }),
    )
  })

  it('is read by the tar of this machine, long names and folders included', ({ skip }) => {
    const long = `${'folder/'.repeat(20)}file`
    const bytes = Buffer.concat([
      tarHeader({ name: 'empty', size: 0, folder: true }),
      packed([
        { name: 'secret.key', bytes: Buffer.from('ab') },
        { name: long, bytes: Buffer.alloc(700, 'x') },
      ]),
    ])
    let listed = ''
    try {
      listed = execFileSync('tar', ['-tvf', '-'], { input: bytes, encoding: 'utf8' })
    } catch (error) {
      skip((error as NodeJS.ErrnoException).code === 'ENOENT', 'no tar here')
      throw error
    }
    const rows = listed.trim().split('\n')
    expect(rows[0]).toMatch(/^drwx------ .* empty\/$/)
    expect(rows[1]).toMatch(/^-rw------- .* 2 .* secret\.key$/)
    expect(rows[2]).toMatch(/ 700 /)
    expect(rows[2]?.endsWith(` ${long}`)).toBe(true)
  })

  it('says where it was cut off, and that a head was changed', async () => {
    const whole = packed([
      { name: 'one', bytes: Buffer.alloc(600) },
      { name: 'two', bytes: Buffer.alloc(600) },
    ])
    await expect(unpacked(whole.subarray(0, 700))).rejects.toThrow(new TarFault('it ends in one'))
    await expect(unpacked(whole.subarray(0, 1_200))).rejects.toThrow(new TarFault('it ends after one'))
    await expect(unpacked(whole.subarray(0, 1_600))).rejects.toThrow(new TarFault('it ends between two files'))
    whole[1_540] = 1
    await expect(unpacked(whole)).rejects.toThrow(new TarFault('the head of a file is damaged'))
  })

  it('refuses names and sizes it has no room for', () => {
    expect(() => tarHeader({ name: 'x'.repeat(101), size: 0, folder: false })).toThrow(/longer than the format/)
    expect(() => tarHeader({ name: 'x', size: 2 ** 33, folder: false })).toThrow(/larger than the 8 GiB/)
  })
})
