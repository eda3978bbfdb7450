import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { formatPrefix, knownPrefix } from '../src/kernel/ip/index.ts'
import { AnnouncementRows, asSetText } from '../src/network/datasets/announcements.ts'
import { readMrt } from '../src/network/sources/mrt.ts'
import { SourceFault } from '../src/network/reading/source.ts'
import { routesOf, wholeRecords } from '../test/support/market/mrt.ts'
import { pieces, realFile } from '../test/support/market/network.ts'

/** Compares our reading of route tables with that of Debian's bgpdump: every prefix, origin and number of peers. */

const isThere = (): boolean => {
  try {
    execFileSync('bgpdump', ['-h'], { stdio: 'ignore' })
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ENOENT')
  }
}

async function ours(path: string): Promise<{ routes: string[]; fault: string }> {
  const rows = new AnnouncementRows()
  try {
    await readMrt(
      { bytes: pieces(await wholeRecords(path)), name: path, refuse: (where, why) => console.log(where, why) },
      rows,
    )
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error
    return { routes: [], fault: error.message }
  }
  return { routes: [...routesOf(rows)], fault: '' }
}

/** `TABLE_DUMP2|time|B|peer|peer's asn|prefix|path|…`; with path identifiers, `…_AP` has one before the path. */
function theirs(path: string): string[] {
  const text = execFileSync('bgpdump', ['-m', path], {
    encoding: 'utf8',
    maxBuffer: 2 ** 31,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const peers = new Map<string, Set<string>>()
  for (const line of text.split('\n')) {
    const [kind = '', , , peer, peerAsn, prefix, ...rest] = line.split('|')
    if (prefix === undefined) continue
    const path = (kind.endsWith('_AP') ? rest[1] : rest[0]) ?? ''
    const origin = originOf(path) || peerAsn
    if (origin === '0') continue
    // It shortens even a single zero, which RFC 5952 §4.2.2 forbids.
    const route = `${formatPrefix(knownPrefix(prefix))} ${origin}`
    if (!peers.has(route)) peers.set(route, new Set())
    peers.get(route)?.add(`${peer} ${peerAsn}`)
  }
  return Array.from(peers, ([route, seeing]) => `${route} ${seeing.size}`)
}

function originOf(path: string): string {
  const last =
    path
      .replaceAll(/\([^)]*\)|\[[^\]]*\]/g, '')
      .trim()
      .split(' ')
      .at(-1) ?? ''
  return last.startsWith('{') ? asSetText(last.slice(1, -1).split(',').map(Number)) : last
}

async function compare(file: string): Promise<boolean> {
  const { routes, fault } = await ours(file)
  const own = new Set(routes)
  const other = new Set(theirs(file))
  const apart = [
    ...[...own.difference(other)].map((route) => `ours only: ${route}`),
    ...[...other.difference(own)].map((route) => `bgpdump only: ${route}`),
  ]
  const verdict = apart.length === 0 ? 'agree' : `${apart.length} DIFFER`
  console.log(
    `${file}: ${own.size} routes, bgpdump ${other.size}: ${verdict}${fault === '' ? '' : ` (ours: ${fault})`}`,
  )
  for (const line of apart.slice(0, 5)) console.log(`  ${line}`)
  return apart.length === 0
}

const folder = realFile('rib')
if (!isThere()) console.log('bgpdump-check: skipped, bgpdump is not installed (Debian: apt-get install bgpdump)')
else {
  const fixtures = join(import.meta.dirname, '../test/fixtures/network/mrt')
  if (!existsSync(folder)) console.log(`bgpdump-check: ${folder} is not there, only the fixtures are compared`)
  for (const from of [fixtures, folder].filter(existsSync))
    for (const name of readdirSync(from).filter((name) => !name.startsWith('LICENSE')))
      if (!(await compare(join(from, name)))) process.exitCode = 1
}
