import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Collector } from '../../../src/network/datasets/dataset.ts'
import type { Findings, Reader } from '../../../src/network/reading/source.ts'
import { unpacked } from '../../../src/network/reading/unpack.ts'

/** Real files are too large, or not free enough, to be part of the project; tests over them run where somebody has them. */
const realData = process.env['SUBLET_TEST_DATA'] ?? join(import.meta.dirname, '../../../../shared/data')

export const realFile = (path: string): string => join(realData, path)
export const absent = (path: string): boolean => !existsSync(realFile(path))

export const fixture = (name: string): string => join(import.meta.dirname, '../../fixtures/network', name)

/** Bytes as a stream gives them, in pieces of a size. */
export async function* pieces(bytes: Uint8Array | string, size = 65_536): AsyncGenerator<Uint8Array> {
  const all = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes
  for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size)
}

export const fileBytes = (path: string): AsyncIterable<Uint8Array> => unpacked(createReadStream(path), path)

interface Read<C> extends Findings {
  readonly rows: C
  /** `line 3: why`. */
  readonly refused: readonly string[]
}

/** What a reader makes of bytes. */
export async function readInto<C extends Collector>(
  read: Reader<C>,
  rows: C,
  bytes: AsyncIterable<Uint8Array> | Uint8Array | string,
  name = 'a-file',
): Promise<Read<C>> {
  const refused: string[] = []
  const findings = await read(
    {
      bytes: typeof bytes === 'string' || bytes instanceof Uint8Array ? pieces(bytes) : bytes,
      name,
      refuse: (where, why) => void refused.push(`${where}: ${why}`),
    },
    rows,
  )
  return { ...findings, rows, refused }
}
