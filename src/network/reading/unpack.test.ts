import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { absent, fileBytes, fixture, pieces, realFile } from '../../../test/support/market/network.ts'
import { SourceFault } from './source.ts'
import { unpacked } from './unpack.ts'

async function whole(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of bytes) parts.push(part)
  return Buffer.concat(parts)
}

const read = (bytes: Uint8Array, size?: number) => whole(unpacked(pieces(bytes, size), 'a-file'))
const outcome = (bytes: Uint8Array) => read(bytes).then(String, (error: Error) => error)

const skewed = readFileSync(fixture('skewed.bz2'))

/** What `skewed.bz2` holds: codes from one bit to more than ten, runs of both kinds, two blocks. */
function skewedPlain(): Buffer {
  const bytes: number[] = []
  let x = 1
  for (let i = 0; i < 110_000; i++) {
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    const bits = x | (1 << 24)
    bytes.push(31 - Math.clz32(bits & -bits))
  }
  return Buffer.concat([Buffer.from(bytes.slice(0, 100_000)), Buffer.alloc(3000), Buffer.from(bytes.slice(100_000))])
}

const text = Buffer.from('192.0.2.0/24\n'.repeat(5000))

describe('a packed file', { timeout: 60_000 }, () => {
  test('is told by its first bytes, however they arrive', async () => {
    const packed = gzipSync(text)
    for (const size of [1, 2, 3, 7, 65_536]) expect(await read(packed, size)).toEqual(text)
    expect(await read(text, 1)).toEqual(text)
    expect(await read(Buffer.from('B'))).toEqual(Buffer.from('B'))
    expect(await read(new Uint8Array(0))).toEqual(Buffer.alloc(0))
  })

  test('may have several members', async () => {
    expect(await read(Buffer.concat([gzipSync('one\n'), gzipSync('two\n')]), 5)).toEqual(Buffer.from('one\ntwo\n'))
    const plain = skewedPlain()
    expect(await read(Buffer.concat([skewed, skewed]), 1000)).toEqual(Buffer.concat([plain, plain]))
  })

  test('is the same after bzip2 as before it', async () => {
    for (const size of [1, 977, 65_536]) expect((await read(skewed, size)).equals(skewedPlain())).toBe(true)
  })

  test('of another kind is refused by name', async () => {
    const zip = Buffer.from([0x50, 0x4b, 3, 4, 0, 0])
    await expect(read(zip)).rejects.toThrow('byte 0 of a-file: is packed by zip; give it as gzip, bzip2 or plain')
  })

  test.each([
    ['gzip', gzipSync(text.subarray(0, 300))],
    ['bzip2', readFileSync(fixture('small.bz2'))],
  ])('cut off anywhere says so, and where (%s)', async (kind, packed) => {
    for (let length = 4; length < packed.length; length++)
      expect(String(await outcome(packed.subarray(0, length)))).toBe(
        `Error: byte ${length} of a-file: the ${kind} data ends too early: the file was cut off`,
      )
  })

  test('of bzip2 cut between its blocks is not taken for a whole one', async () => {
    for (const length of [skewed.length - 1, skewed.length - 9, 20_000])
      await expect(read(skewed.subarray(0, length))).rejects.toThrow(`byte ${length} of a-file: the bzip2 data ends`)
  })

  test('with a byte changed is never taken for whole, and never fails otherwise', async () => {
    const packings = [gzipSync(text.subarray(0, 300)), readFileSync(fixture('small.bz2'))]
    const plain = await Promise.all(packings.map(outcome))
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 1 }), fc.nat(), fc.integer({ min: 1, max: 255 }), async (which, place, flip) => {
        const packed = Buffer.from(packings[which] ?? [])
        // The first bytes say how it is packed; gzip's next seven are a date and the like, under no checksum.
        const at = 10 + (place % (packed.length - 10))
        packed[at] = (packed[at] ?? 0) ^ flip
        const got = await outcome(packed)
        expect(got instanceof SourceFault || got === plain[which]).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test('followed by something else than zeros to fill a tape is refused', async () => {
    const junk = Buffer.from('junk')
    expect(String(await outcome(Buffer.concat([gzipSync('a'), junk])))).toContain('the gzip data is damaged')
    expect(await outcome(Buffer.concat([gzipSync('a'), Buffer.alloc(512)]))).toBe('a')
    expect(String(await outcome(Buffer.concat([skewed, junk])))).toContain('something that is not bzip2 follows')
  })

  test('whose source fails fails with that', async () => {
    const failing = async function* () {
      yield gzipSync(text).subarray(0, 20)
      throw new Error('the line went dead')
    }
    await expect(whole(unpacked(failing(), 'a-file'))).rejects.toThrow('the line went dead')
  })

  test('is closed when its reader stops early', async () => {
    let closed = 0
    const endless = async function* () {
      try {
        for (;;) yield gzipSync(text)
      } finally {
        closed++
      }
    }
    for await (const part of unpacked(endless(), 'a-file')) if (part.length > 0) break
    await expect.poll(() => closed).toBe(1)
  })
})

test.skipIf(absent('rib'))('a real table cut off (skipped without the data)', { timeout: 60_000 }, async () => {
  await expect(whole(fileBytes(realFile('rib/rib.20140523.0600-first-mb.bz2')))).rejects.toThrow('byte 1048576 of')
})
