import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline as connect, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { StartRefusal } from '../refusal.ts'
import { readTar, type TarEntry } from './tar.ts'

/** A packed tar on the disk: written for its owner alone, and read with the place where it is damaged. */

export interface Written {
  readonly bytes: number
  readonly sha256: string
}

const packing = { params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } }

/** When this returns, all of it is on the disk. */
export async function writeArchive(path: string, content: AsyncIterable<Buffer>): Promise<Written> {
  const hash = createHash('sha256')
  let bytes = 0
  const weigh = async function* (packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of packed) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  const out = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  // Pieces are up to a megabyte: two of them under way are enough.
  await pipeline(Readable.from(content, { highWaterMark: 2 }), createZstdCompress(packing), weigh, out)
  return { bytes, sha256: hash.digest('hex') }
}

export async function* readArchive(path: string): AsyncGenerator<TarEntry> {
  const size = await stat(path).then(
    (found) => found.size,
    (error: Error) => {
      throw new StartRefusal(`${path} cannot be read: ${error.message}.`)
    },
  )
  const file = createReadStream(path)
  const unpack = createZstdDecompress()
  // What goes wrong is heard where it is read.
  connect(file, unpack, () => undefined)
  const damaged = (message: string) =>
    new StartRefusal(
      `${path} is damaged or cut off near byte ${file.bytesRead} of ${size} (${message}): take another backup.`,
    )
  const chunks = async function* (): AsyncGenerator<Buffer> {
    try {
      yield* unpack
    } catch (error) {
      throw damaged((error as Error).message)
    }
  }
  try {
    yield* readTar(chunks(), damaged)
  } finally {
    unpack.destroy()
  }
}
