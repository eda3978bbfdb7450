import { createHash } from 'node:crypto'
import { open, readFile, type FileHandle } from 'node:fs/promises'
import { type Found, unlessGone } from './files.ts'
import { type FileRecord, recordOf } from './manifest.ts'
import { tarHeader, tarPadding } from './tar.ts'

const pieceSize = 1024 * 1024

/** Files of a running server, one after the other, as a tar; and what was written of each. */
export class Packer {
  readonly records: FileRecord[] = []
  readonly #wrote: (bytes: number) => void

  constructor(wrote: (bytes: number) => void) {
    this.#wrote = wrote
  }

  async *all(files: readonly Found[]): AsyncGenerator<Buffer> {
    for (const { name, path, folder } of files) {
      if (folder) yield tarHeader({ name, size: 0, folder })
      else yield* this.file(name, path)
    }
  }

  *bytes(name: string, bytes: Buffer): Generator<Buffer> {
    this.records.push(recordOf(name, bytes))
    yield Buffer.concat([tarHeader({ name, size: bytes.length, folder: false }), bytes, tarPadding(bytes.length)])
  }

  async *file(name: string, path: string): AsyncGenerator<Buffer> {
    const file = await open(path).catch(unlessGone(null))
    // Gone since it was listed: the log knows of that.
    if (file === null) return
    try {
      yield* this.#opened(name, file)
    } finally {
      await file.close()
    }
  }

  /** As long as it was when it was opened. What has been cut off since is filled with zeros; the log puts it right. */
  async *#opened(name: string, file: FileHandle): AsyncGenerator<Buffer> {
    const { size } = await file.stat()
    const hash = createHash('sha256')
    yield tarHeader({ name, size, folder: false })
    for (let at = 0; at < size;) {
      const piece = Buffer.allocUnsafe(Math.min(pieceSize, size - at))
      const { bytesRead } = await file.read(piece, 0, piece.length, at)
      const known = bytesRead > 0 ? piece.subarray(0, bytesRead) : piece.fill(0)
      hash.update(known)
      at += known.length
      this.#wrote(known.length)
      yield known
    }
    yield tarPadding(size)
    this.records.push({ name, size, sha256: hash.digest('hex') })
  }
}

/** A small file that is written in place: read until it is the same twice. */
export async function readSteady(path: string): Promise<Buffer> {
  for (let before = await readFile(path); ;) {
    const now = await readFile(path)
    if (now.equals(before)) return now
    before = now
  }
}
