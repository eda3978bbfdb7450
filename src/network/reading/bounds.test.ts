import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { pieces } from '../../../test/support/market/network.ts'
import { processorTime } from '../../kernel/clock.ts'
import { bounded, Effort } from './bounds.ts'
import { unpacked } from './unpack.ts'

const largest = 2 ** 32

/** What is unpacked of a file before it is refused, and why. */
async function outcome(file: Buffer, maxBytes = largest): Promise<{ bytes: number; why: string }> {
  let [read, bytes] = [0, 0]
  async function* counted() {
    for await (const piece of pieces(file, 4_096)) {
      read += piece.length
      yield piece
    }
  }
  try {
    for await (const chunk of bounded(unpacked(counted(), 'a-file'), { count: 0 }, { read: () => read, maxBytes }))
      bytes += chunk.length
    return { bytes, why: '' }
  } catch (error) {
    return { bytes, why: String(error) }
  }
}

/** `'\n'.repeat(300_000_000)`, packed by bzip2 into 242 bytes. */
const blankLines = Buffer.from(
  [
    'QlpoOTFBWSZTWStxu3EBX45AAIAQAAggADCATUZCoCWpCoCXMUFZJlNZK3G7cQFfjkAAgBAACCAAMIBNRkKgJakKgJcxQVkmU1kr',
    'cbtxAV+OQACAEAAIIAAwgE1GQqAlqQqAlzFBWSZTWStxu3EBX45AAIAQAAggADCATUZCoCWpCoCXMUFZJlNZK3G7cQFfjkAAgBAA',
    'CCAAMIBNRkKgJakKgJcxQVkmU1krcbtxAV+OQACAEAAIIAAwgE1GQqAlqQqAlzFBWSZTWaxQ4JEAvHRAIIAQEAAACCAAMMwJqmmq',
    'QqC2pSFQXi7kinChIBN1SoY=',
  ].join(''),
  'base64',
)

describe('a packed file', () => {
  test.each([
    ['gzip', gzipSync(Buffer.alloc(200_000_000, '\n'))],
    ['bzip2', blankLines],
  ])('of blank lines is refused before many are unpacked: %s', async (_name, file) => {
    expect(file.length).toBeLessThan(250_000)
    const { bytes, why } = await outcome(file)
    expect(why).toMatch(/^Error: byte \d+ unpacked: the file unpacks to more than 100 times its size$/)
    expect(bytes).toBeLessThanOrEqual(64 << 20)
  })

  test('that is small may hold as much as it likes, and an honest one its eightfold', async () => {
    expect(await outcome(gzipSync(Buffer.alloc(60 << 20, '\n')))).toEqual({ bytes: 60 << 20, why: '' })
    const text = Buffer.from(Array.from({ length: 200_000 }, (_, i) => `${(i * 7_919) % 65_536}\n`).join(''))
    expect(await outcome(gzipSync(text), text.length)).toEqual({ bytes: text.length, why: '' })
    expect((await outcome(gzipSync(text), text.length / 9)).why).toMatch(/eight times SUBLET_IMPORT_MAX_MB$/)
  })
})

test('a minute of work without a row ends it, and a row begins a new minute', async () => {
  const rows = { count: 0 }
  let at = 0
  async function* slow() {
    for (const [ms, count] of [
      [50_000, 1],
      [100_000, 1],
      [109_000, 2],
      [160_000, 2],
      [170_000, 2],
    ] as const) {
      at = ms
      rows.count = count
      yield Buffer.from('#\n')
    }
  }
  const seen: number[] = []
  const reading = async () => {
    for await (const _chunk of bounded(slow(), rows, { read: () => 100, maxBytes: largest, worked: () => at }))
      seen.push(at)
  }
  await expect(reading()).rejects.toThrow("byte 8 unpacked: a minute's work has brought no row since row 2")
  expect(seen).toEqual([50_000, 100_000, 109_000, 160_000])
})

test('work counts for a file while a part of it is in hand, and not while the next is waited for', async () => {
  const effort = new Effort()
  const workFor = (ms: number): void => {
    for (const begun = processorTime(); processorTime() - begun < ms;);
  }
  async function* othersWork() {
    for (let part = 0; part < 3; part++) {
      workFor(100)
      yield Buffer.from('#\n')
    }
  }
  for await (const _chunk of effort.during(othersWork())) workFor(20)
  expect(effort.ms).toBeGreaterThanOrEqual(60)
  expect(effort.ms).toBeLessThan(300)
})
