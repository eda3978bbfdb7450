import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Resolver } from 'node:dns/promises'
import { until } from '../http-call.ts'
import { freePort } from './free-port.ts'
import { openNameServer } from './name-server.ts'

/** Somebody's authoritative name server: Debian's NSD where it can be had, else our own. */

interface ZoneServer {
  /** What it says of itself. */
  readonly version: string
  readonly env: Readonly<Record<string, string>>
  /** The zone is served from now on, with this TXT record at that name in it. */
  publish(zone: string, name: string, text: string): Promise<void>
  close(): Promise<void>
}

export async function openZoneServer(zones: readonly string[]): Promise<ZoneServer> {
  const nsd = await findNsd()
  if (nsd === null) return openOwn(zones, 'NSD is not here, and only root can fetch it from Debian')
  return openNsd(nsd, zones).catch((error: unknown) => openOwn(zones, String(error)))
}

async function openOwn(zones: readonly string[], why: string): Promise<ZoneServer> {
  const own = await openNameServer()
  for (const zone of zones) own.delegate(zone)
  return {
    version: `our own name server (${why})`,
    env: own.env,
    publish: async (_zone, name, text) => own.say(name, 'TXT', text),
    close: () => own.close(),
  }
}

interface Nsd {
  readonly program: string
  readonly libraries: string
}

async function openNsd({ program, libraries }: Nsd, zones: readonly string[]): Promise<ZoneServer> {
  const folder = await mkdtemp(join(tmpdir(), 'sublet-nsd-'))
  const port = await freePort()
  const texts = new Map<string, string[]>()
  const write = (zone: string) => writeFile(join(folder, `${zone}.zone`), zoneFile(zone, texts.get(zone) ?? []))
  await Promise.all(['test', ...zones].map(write))
  await writeFile(join(folder, 'nsd.conf'), configuration(folder, port, ['test', ...zones]))
  const env = { ...process.env, LD_LIBRARY_PATH: libraries }
  const child = spawn(program, ['-d', '-c', join(folder, 'nsd.conf')], { env, stdio: 'ignore' })
  const ended = new Promise((resolve) => void child.once('close', resolve))
  const close = async () => {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const asked = new Resolver({ timeout: 1_000, tries: 1 })
  asked.setServers([`127.0.0.1:${port}`])
  const answers = async () => {
    if (child.exitCode !== null) throw new Error(`NSD has ended at once, with ${child.exitCode}`)
    return asked.resolve4('ns.test').catch(() => null)
  }
  await until(answers, 'NSD answers').catch((error: unknown) => close().then(() => Promise.reject(error)))
  const { stderr } = await promisify(execFile)(program, ['-v'], { env })
  return {
    version: stderr.split('\n')[0] ?? 'NSD',
    env: {
      SUBLET_DNS_SERVERS: `127.0.0.1:${port}`,
      SUBLET_DNS_PORT: String(port),
      SUBLET_IMPORT_PRIVATE_HOSTS: '127.0.0.1,ns.test',
    },
    publish: async (zone, name, text) => {
      texts.set(zone, [...(texts.get(zone) ?? []), `${name}. TXT "${text}"`])
      await write(zone)
      child.kill('SIGHUP')
      await until(() => asked.resolveTxt(name).catch(() => null), `NSD serves ${name}`)
    },
    close,
  }
}

const zoneFile = (zone: string, lines: readonly string[]): string =>
  [
    '$TTL 60',
    `${zone}. SOA ns.test. hostmaster.test. ${lines.length + 1} 3600 600 86400 60`,
    `${zone}. NS ns.test.`,
    ...(zone === 'test' ? ['ns.test. A 127.0.0.1'] : []),
    ...lines,
    '',
  ].join('\n')

const configuration = (folder: string, port: number, zones: readonly string[]): string =>
  [
    'server:',
    `  ip-address: 127.0.0.1@${port}`,
    '  username: ""',
    '  chroot: ""',
    `  zonesdir: "${folder}"`,
    `  pidfile: "${join(folder, 'nsd.pid')}"`,
    `  zonelistfile: "${join(folder, 'zone.list')}"`,
    `  xfrdfile: "${join(folder, 'xfrd.state')}"`,
    `  xfrdir: "${folder}"`,
    '  server-count: 1',
    '  database: ""',
    'remote-control:',
    '  control-enable: no',
    ...zones.flatMap((zone) => ['zone:', `  name: "${zone}"`, `  zonefile: "${zone}.zone"`]),
    '',
  ].join('\n')

/** Unpacked once for all runs, and installed nowhere: an installed one would serve the machine. */
const cache = join(tmpdir(), 'sublet-test-nsd')
const unpacked = join(cache, 'unpacked')

async function findNsd(): Promise<Nsd | null> {
  if (existsSync('/usr/sbin/nsd')) return { program: '/usr/sbin/nsd', libraries: '' }
  const mayFetch = process.getuid?.() === 0 && existsSync('/etc/debian_version')
  if (!existsSync(unpacked) && mayFetch) await fetchFromDebian().catch(() => undefined)
  if (!existsSync(unpacked)) return null
  const { stdout } = await promisify(execFile)('uname', ['-m'])
  return { program: join(unpacked, 'usr/sbin/nsd'), libraries: join(unpacked, `usr/lib/${stdout.trim()}-linux-gnu`) }
}

/** Itself and what it needs that the machine lacks. One at a time, whoever else wants it. */
async function fetchFromDebian(): Promise<void> {
  await mkdir(join(cache, 'archives/partial'), { recursive: true })
  const script = `
    [ -e unpacked ] && exit
    apt-cache show nsd >/dev/null 2>&1 || apt-get update -q
    apt-get install -q -y --no-install-recommends --download-only -o Dir::Cache::archives="$PWD/archives" nsd
    rm -rf begun
    for file in archives/*.deb; do dpkg -x "$file" begun; done
    mv begun unpacked`
  await promisify(execFile)('flock', ['lock', 'sh', '-e', '-c', script], { cwd: cache, timeout: 300_000 })
}
