import { pipeline } from 'node:stream/promises'
import { constants, createGunzip } from 'node:zlib'
import { bunzipped } from './bunzip.ts'
import { SourceFault } from './source.ts'
import { untarred } from './untar.ts'
import { Window } from './window.ts'

/** The bytes of a file whatever it was packed with, told by how it begins: names and headers of servers are often wrong. */

interface Packing {
  readonly name: string
  readonly begins: readonly number[]
  readonly open?: (bytes: AsyncIterable<Uint8Array>, name: string) => AsyncIterable<Uint8Array>
}

const packings: readonly Packing[] = [
  { name: 'gzip', begins: [0x1f, 0x8b, 8], open: gunzipped },
  { name: 'bzip2', begins: [0x42, 0x5a, 0x68], open: bunzipped },
  { name: 'zip', begins: [0x50, 0x4b, 3, 4] },
  { name: 'xz', begins: [0xfd, 0x37, 0x7a, 0x58] },
  { name: 'zstd', begins: [0x28, 0xb5, 0x2f, 0xfd] },
]
const longestBeginning = 4

/** A fault names the byte of the packed file; a damaged or shortened one gives what came before it, then throws. */
export async function* unpacked(bytes: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  const window = new Window(bytes)
  await window.fill(longestBeginning)
  const packing = packings.find(({ begins }) => begins.every((byte, i) => window.bytes[i] === byte))
  if (packing === undefined) yield* untarred(window.rest(), name)
  else if (packing.open !== undefined) yield* untarred(packing.open(window.rest(), name), name)
  else {
    await window.close()
    throw new SourceFault(`byte 0 of ${name}`, `is packed by ${packing.name}; give it as gzip, bzip2 or plain`)
  }
}

async function* gunzipped(bytes: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: 1 << 18 })
  // Its failure is the failure of reading `gunzip`, which is awaited.
  const feeding = pipeline(bytes, gunzip).catch(() => {})
  try {
    yield* gunzip
    await feeding
  } catch (error) {
    throw gzipFault(error, gunzip.bytesWritten, name)
  }
}

function gzipFault(error: unknown, at: number, name: string): unknown {
  if (!(error instanceof Error && 'errno' in error && 'code' in error)) return error
  if (error.errno === constants.Z_BUF_ERROR)
    return new SourceFault(`byte ${at} of ${name}`, 'the gzip data ends too early: the file was cut off')
  if (typeof error.code === 'string' && error.code.startsWith('Z_'))
    return new SourceFault(`after byte ${at} of ${name}`, `the gzip data is damaged (${error.message})`)
  return error
}
