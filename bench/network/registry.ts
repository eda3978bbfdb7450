import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { createGzip, gzipSync } from 'node:zlib'
import pg from 'pg'
import { closeHouse, migrateHouse, openHouse } from '../../src/app/build.ts'
import { readConfig } from '../../src/app/config.ts'
import { startPostgres } from '../../src/kernel/postgres/index.ts'
import { gather } from '../../src/network/reading/gather.ts'
import { unpacked } from '../../src/network/reading/unpack.ts'
import { startNode } from '../sublet.ts'
import { atLeast, said, sideBySide, thousands, type Finding } from './contest.ts'
import { registryDump } from './registry-dump.ts'

/**
 * A registry's database: read beside a loop that only unpacks and splits, and once imported whole, by the command, for
 * time, memory and what a node keeps of it.
 */

const few = 100_000
const many = 3_000_000
/** Objects, values and texts are looked at here that the loop steps over. */
const leastShare = 0.15
const mostSeconds = 300
const mostMegabytes = 700

export async function measureRegistry(): Promise<Finding[]> {
  return [await measureReading(), ...(await measureImport())]
}

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 1 << 18) yield bytes.subarray(at, at + (1 << 18))
}

async function measureReading(): Promise<Finding> {
  const packed = gzipSync(Buffer.concat([...registryDump(few)]), { level: 3 })
  const rates = await sideBySide(
    () => gather('rpsl', 'a', () => unpacked(inPieces(packed), 'a')).then(() => few),
    () => splitOnly(packed),
  )
  return atLeast(`read a database of ${thousands(few)} inetnums`, 'objects', rates, leastShare)
}

/** Unpack, make text, split lines, split names from values, count objects. */
async function splitOnly(packed: Uint8Array): Promise<number> {
  let [rest, objects] = ['', 0]
  for await (const chunk of unpacked(inPieces(packed), 'a')) {
    const lines = (rest + Buffer.from(chunk).toString('latin1')).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.split(':', 2)[0] === 'inetnum') objects++
  }
  return objects
}

async function measureImport(): Promise<Finding[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sublet-registry-'))
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '4GB' }
  const postgres = await startPostgres({ dataDir, settings })
  try {
    const file = join(dataDir, 'registry.gz')
    await pipeline(Readable.from(registryDump(many)), createGzip({ level: 1 }), createWriteStream(file))
    const env = { SUBLET_DATA_DIR: dataDir, DATABASE_URL: postgres.url, SUBLET_DEMO: '0', SUBLET_LOG_LEVEL: 'silent' }
    const house = await openHouse(readConfig(env), postgres.url)
    await migrateHouse(house)
    await closeHouse(house)
    return findings(await imported(file, env, postgres.url))
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

interface Imported {
  readonly seconds: number
  readonly processorSeconds: number
  readonly megabytes: number
  readonly rows: number
  readonly bytes: number
}

function findings({ seconds, processorSeconds, megabytes, rows, bytes }: Imported): Finding[] {
  const name = `import a database of ${thousands(many)} inetnums`
  return [
    {
      name,
      figure: `${seconds.toFixed(0)} s, ${processorSeconds.toFixed(0)} s of processor`,
      limit: `at most ${mostSeconds} s`,
      holds: seconds <= mostSeconds,
    },
    {
      name: 'most memory of the process that imports it',
      figure: `${megabytes.toFixed(0)} MB`,
      limit: `at most ${mostMegabytes} MB`,
      holds: megabytes <= mostMegabytes,
    },
    said('what a node keeps of it', `${(bytes / 1e6).toFixed(0)} MB, ${(bytes / rows).toFixed(0)} bytes a record`),
  ]
}

async function imported(file: string, env: Record<string, string>, databaseUrl: string): Promise<Imported> {
  const begun = performance.now()
  const command = startNode(['bin/sublet.js', 'import', 'rpsl', file, '--json'], env)
  const ended = once(command, 'exit')
  let most = { megabytes: 0, processorSeconds: 0 }
  while (command.exitCode === null && command.signalCode === null) {
    for (const used of await heavyBelow(command.pid ?? 0)) if (used.megabytes >= most.megabytes) most = used
    await Promise.race([ended, pause(100)])
  }
  const seconds = (performance.now() - begun) / 1_000
  const database = new pg.Client(databaseUrl)
  await database.connect()
  const { rows } = await database.query<{ rows: string; bytes: string }>('select rows, bytes from network_snapshot')
  await database.end()
  const [kept] = rows
  if (kept === undefined) throw new Error('nothing was imported')
  return { seconds, ...most, rows: Number(kept.rows), bytes: Number(kept.bytes) }
}

/** Of the processes that one has begun, as the system counts for each: the most memory so far, and processor time. */
async function heavyBelow(parent: number): Promise<{ megabytes: number; processorSeconds: number }[]> {
  const all = await Promise.all(
    (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map((pid) => statusOf(Number(pid))),
  )
  const below = new Set([parent])
  const found = []
  for (const each of all.filter((one) => one !== null).sort((a, b) => a.pid - b.pid))
    if (below.has(each.parent)) {
      below.add(each.pid)
      if (each.command.includes('heavy-process')) found.push(each)
    }
  return found
}

async function statusOf(pid: number) {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')
  const [status, stat, command] = [await read('status'), await read('stat'), await read('cmdline')]
  const number = (pattern: RegExp) => Number(pattern.exec(status)?.[1] ?? 0)
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  if (status === '') return null
  return {
    pid,
    parent: number(/PPid:\s+(\d+)/),
    command,
    megabytes: (number(/VmHWM:\s+(\d+) kB/) * 1_024) / 1e6,
    processorSeconds: (user + system) / 100,
  }
}
