/** Files in one ZIP, one after the other as they are made: no more than one of them is ever in memory. */

export interface ZippedFile {
  readonly name: string
  readonly bytes: Buffer
  readonly at: Date
}

/** The years that the format has room for. */
const earliest = Date.UTC(1980, 0, 2)
const latest = Date.UTC(2099, 11, 30)

export async function* zipOf(files: AsyncIterable<ZippedFile>): AsyncGenerator<Buffer> {
  const { Zip, ZipPassThrough } = await import('fflate')
  const ready: Buffer[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
  })
  for await (const { name, bytes, at } of files) {
    // Not packed again: what we send is packed in itself.
    const file = new ZipPassThrough(name)
    file.mtime = localTime(at)
    zip.add(file)
    file.push(bytes, true)
    yield* ready.splice(0)
  }
  zip.end()
  yield* ready.splice(0)
}

/** The format keeps the time of day on the wall; ours is that of UTC, wherever we are. */
function localTime(at: Date): Date {
  const within = new Date(Math.min(Math.max(at.getTime(), earliest), latest))
  return new Date(within.getTime() + within.getTimezoneOffset() * 60_000)
}
