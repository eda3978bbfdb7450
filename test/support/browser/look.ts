import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { searchBrowser, type FoundBrowser, type Look, type Source } from './search.ts'
import { packagedBrowser, packagedProcessor, unpackBrowser } from './packaged.ts'

/** Looks for a browser on this machine, in the order of `search.ts`, and says in one line which it took. */
export async function findBrowser(say: (line: string) => void): Promise<FoundBrowser> {
  const surroundings = {
    named: process.env['SUBLET_TEST_BROWSER'],
    platform: process.platform,
    arch: process.arch,
    packaged: await packagedProcessor(),
    hasApt: existsSync('/etc/debian_version') && onPath('apt-get') !== undefined,
    isRoot: process.getuid?.() === 0,
  }
  const found = await searchBrowser(surroundings, (source) => look[source](source))
  say(`Browser tests run in ${found.version}, ${words[found.source]}: ${found.path}`)
  return found
}

const words: Readonly<Record<Source, string>> = {
  named: 'named by SUBLET_TEST_BROWSER',
  package: 'from the npm package',
  path: 'found on the PATH',
  download: 'downloaded by playwright-core',
  apt: 'installed by apt-get',
}

const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const debianPackage = 'chromium-headless-shell'

const look: Readonly<Record<Source, Look>> = {
  named: (source) => running(source, process.env['SUBLET_TEST_BROWSER']),
  package: async (source) => {
    await unpackBrowser()
    return running(source, packagedBrowser.path, packagedBrowser.libraries)
  },
  // A name may belong to a script that only tells how to install it: the next one may run.
  path: async (source) => {
    for (const name of names) {
      const found = await running(source, onPath(name))
      if (found) return found
    }
    return null
  },
  download: async (source) => {
    if (!existsSync(chromium.executablePath())) await download()
    return running(source, chromium.executablePath())
  },
  apt: async (source) => {
    await installFromDebian()
    return running(source, onPath(debianPackage))
  },
}

/** Asked by doing: it may be there and lack libraries, or be for another processor. */
async function running(source: Source, path: string | undefined, libraries?: string): Promise<FoundBrowser | null> {
  if (path === undefined) return null
  const env = { ...process.env, ...(libraries && { LD_LIBRARY_PATH: libraries }) }
  const version = (await attempt(path, ['--version'], env, 60_000))?.trim()
  return version ? { source, path, version, ...(libraries && { libraries }) } : null
}

function onPath(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/** Without the small waits for hosts that do not answer this would hold up for minutes who is not connected. */
async function download(): Promise<void> {
  const program = join(dirname(createRequire(import.meta.url).resolve('playwright-core')), 'cli.js')
  const env = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '5000' }
  await attempt(process.execPath, [program, 'install', '--no-shell', 'chromium'], env, 600_000)
}

/** One at a time, whoever else is looking for one: apt-get has a lock and does not wait for it. */
async function installFromDebian(): Promise<void> {
  const known = `apt-cache show ${debianPackage} >/dev/null 2>&1 || apt-get update -q`
  const install = `apt-get install -q -y --no-install-recommends ${debianPackage}`
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await attempt('flock', ['/tmp/sublet-test-browser.lock', 'sh', '-c', `{ ${known}; } && ${install}`], env, 600_000)
}

/** What it printed, or null when it failed: whether it has helped is seen by looking again. */
async function attempt(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  timeout: number,
): Promise<string | null> {
  const options = { env, timeout, maxBuffer: 64 * 1024 * 1024 }
  return promisify(execFile)(program, args, options).then(
    ({ stdout }) => stdout,
    () => null,
  )
}
