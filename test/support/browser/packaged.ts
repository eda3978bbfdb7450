import { createReadStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createBrotliDecompress } from 'node:zlib'
import chromium, { inflate } from '@sparticuz/chromium'
import { elfHeaderLength, processorOf, type Processor } from './search.ts'

/** A real browser from an npm package: unpacked once, with the libraries a bare machine lacks. */

const packed = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../bin')
const cache = join(import.meta.dirname, '../../../node_modules/.cache')
const unpacked = join(cache, 'sublet-chromium')

export const packagedBrowser = { path: join(unpacked, 'chromium'), libraries: join(unpacked, 'al2023/lib') }

/** Of the binary itself, by its first bytes: the package does not say. */
export async function packagedProcessor(): Promise<Processor | undefined> {
  let header = Buffer.alloc(0)
  for await (const chunk of createReadStream(join(packed, 'chromium.br')).pipe(createBrotliDecompress())) {
    header = Buffer.concat([header, chunk as Buffer])
    if (header.length >= elfHeaderLength) break
  }
  return processorOf(header)
}

/** Unpacked beside and renamed, so that a killed run leaves nothing half done. */
export async function unpackBrowser(): Promise<void> {
  if (existsSync(unpacked)) return
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'unpacking-'))
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  try {
    await chromium.executablePath()
    await inflate(join(packed, 'al2023.tar.br'))
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
  await rename(folder, unpacked).catch(() => rm(folder, { recursive: true, force: true }))
}
