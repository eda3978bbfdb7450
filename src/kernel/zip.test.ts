import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { zipOf, type ZippedFile } from './zip.ts'

async function* given(files: readonly ZippedFile[], made: string[] = []): AsyncGenerator<ZippedFile> {
  for (const file of files) {
    made.push(file.name)
    yield file
  }
}

const at = new Date(Date.UTC(2026, 10, 15, 10, 20, 30))
const file = (name: string, text: string): ZippedFile => ({ name, bytes: Buffer.from(text), at })

it('holds every file as it was given', async () => {
  const files = [file('a.txt', 'A'.repeat(5_000)), file('ü.txt', ''), file('c.bin', '\0\u{ffff}')]
  const zip = Buffer.concat(await Array.fromAsync(zipOf(given(files))))
  const found = Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, Buffer.from(bytes).toString()])
  expect(found).toEqual(files.map(({ name, bytes }) => [name, bytes.toString()]))
  // The time of the first entry in the format's own numbers, UTC wherever this runs.
  expect([zip.readUInt16LE(10), zip.readUInt16LE(12)]).toEqual([
    (10 << 11) | (20 << 5) | 15,
    (46 << 9) | (11 << 5) | 15,
  ])
})

it('makes the next file when the one before is on its way', async () => {
  const made: string[] = []
  const zip = zipOf(given([file('a', 'a'), file('b', 'b')], made))
  await zip.next()
  expect(made).toEqual(['a'])
  await zip.return(undefined)
})

it('is a whole archive without files, and takes any time', async () => {
  expect(unzipSync(Buffer.concat(await Array.fromAsync(zipOf(given([])))))).toEqual({})
  for (const odd of [new Date(0), new Date(Date.UTC(2200, 0))])
    expect(Buffer.concat(await Array.fromAsync(zipOf(given([{ ...file('a', 'a'), at: odd }])))).length).toBeGreaterThan(
      50,
    )
})
