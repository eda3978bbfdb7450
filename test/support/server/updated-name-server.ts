import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Resolver } from 'node:dns/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { until } from '../http-call.ts'
import { freePort } from './free-port.ts'

/** Real name servers that take updates, on loopback: Debian's bind9, knot and pdns-server, where they are installed. */

const run = promisify(execFile)

export const serverKinds = ['bind9', 'knot', 'powerdns', 'powerdns-api'] as const
export type ServerKind = (typeof serverKinds)[number]

const programs: Readonly<Record<ServerKind, readonly string[]>> = {
  bind9: ['/usr/sbin/named', '/usr/bin/dig'],
  knot: ['/usr/sbin/knotd', '/usr/bin/dig'],
  powerdns: ['/usr/sbin/pdns_server', '/usr/bin/pdnsutil', '/usr/bin/sqlite3', '/usr/bin/dig'],
  'powerdns-api': ['/usr/sbin/pdns_server', '/usr/bin/pdnsutil', '/usr/bin/sqlite3', '/usr/bin/dig'],
}

/** Which of its programs is not here; null: all are. */
export function missingProgram(kind: ServerKind): string | null {
  const missing = programs[kind].find((program) => spawnSync('test', ['-x', program]).status !== 0) ?? null
  if (missing !== null) process.stdout.write(`${missing} is not installed: nothing is tried with ${kind}\n`)
  return missing
}

export const keyName = 'sublet-test'
export const secret = Buffer.from('a secret of thirty-two bytes, ok').toString('base64')

interface Installed {
  readonly start: () => ChildProcess
  /** How a company names it. */
  readonly wish: Readonly<Record<string, string>>
  readonly port: number
}

export class UpdatedNameServer {
  readonly wish: Installed['wish']
  readonly #installed: Installed
  readonly #folder: string
  #child: ChildProcess | null = null

  get port(): number {
    return this.#installed.port
  }

  private constructor(folder: string, installed: Installed) {
    this.#folder = folder
    this.#installed = installed
    this.wish = installed.wish
  }

  static async open(kind: ServerKind, zones: readonly string[]): Promise<UpdatedNameServer> {
    const folder = await mkdtemp(join(tmpdir(), `sublet-${kind}-`))
    await chmod(folder, 0o777)
    const installed = await install[kind](folder, zones)
    const server = new UpdatedNameServer(folder, installed)
    await server.start(zones[0])
    return server
  }

  async start(zone = 'x.in-addr.arpa'): Promise<void> {
    const child = this.#installed.start()
    this.#child = child
    const asked = new Resolver({ timeout: 1_000, tries: 1 })
    asked.setServers([`127.0.0.1:${this.#installed.port}`])
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`the name server has ended at once, with ${child.exitCode}`)
      return asked.resolveSoa(zone).then(
        () => true,
        (error: NodeJS.ErrnoException) => !['ECONNREFUSED', 'ETIMEOUT', 'ESERVFAIL'].includes(error.code ?? ''),
      )
    }, 'the name server answers')
  }

  async stop(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#child
    this.#child = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => void child.once('exit', resolve))
    child.kill(signal)
    await ended
  }

  /** What the zone holds by its own transfer: `name type content`, in order; and its serial. */
  async transfer(zone: string): Promise<{ serial: number; lines: string[] }> {
    const key = `hmac-sha256:${keyName}:${secret}`
    const server = ['@127.0.0.1', '-p', String(this.#installed.port), '-y', key, '+time=60']
    const asked = [...server, zone, 'AXFR', '+noall', '+answer']
    const { stdout } = await run('dig', asked, { maxBuffer: 1 << 28 })
    const records = stdout.split('\n').flatMap((line) => {
      const [name, , , type, ...content] = line.trim().split(/\s+/)
      return name?.endsWith('.') && type !== undefined && type !== 'TSIG' ? [{ name, type, content }] : []
    })
    const soa = records.find(({ type }) => type === 'SOA')
    if (!soa) throw new Error(`no transfer of ${zone}: ${stdout.slice(0, 500)}`)
    const lines = records
      .filter(({ type, name }) => type !== 'SOA' && !(type === 'NS' && name === `${zone}.`))
      .map(({ name, type, content }) => `${name} ${type} ${content.join(' ')}`)
    return { serial: Number(soa.content[2]), lines: lines.toSorted() }
  }

  /** By hand, past us. */
  async edit(zone: string, ...commands: readonly string[]): Promise<void> {
    const script = [`server 127.0.0.1 ${this.#installed.port}`, `zone ${zone}`, ...commands, 'send', '']
    const child = run('nsupdate', ['-v', '-y', `hmac-sha256:${keyName}:${secret}`])
    child.child.stdin?.end(script.join('\n'))
    await child
  }

  async close(): Promise<void> {
    await this.stop()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

const zoneText = (zone: string): string =>
  `$TTL 60\n@ SOA ns.example.net. hostmaster.example.net. 1 3600 600 86400 60\n@ NS ns.example.net.\n; ${zone}\n`

const writeZones = (folder: string, zones: readonly string[]): Promise<unknown> =>
  Promise.all(zones.map((zone) => writeFile(join(folder, `${zone}.zone`), zoneText(zone))))

const updatedAt = (port: number) => ({
  kind: 'rfc2136',
  address: `127.0.0.1:${port}`,
  key_name: keyName,
  algorithm: 'hmac-sha256',
  secret,
})

const quiet = { stdio: 'ignore' } as const

async function installBind(folder: string, zones: readonly string[]): Promise<Installed> {
  const port = await freePort()
  await writeZones(folder, zones)
  const served = zones.map(
    (zone) =>
      `zone "${zone}" { type primary; file "${zone}.zone"; update-policy { grant ${keyName} zonesub PTR CNAME NS; }; };`,
  )
  const text = [
    `options { directory "${folder}"; listen-on port ${port} { 127.0.0.1; }; listen-on-v6 { none; };`,
    `pid-file "${folder}/named.pid"; session-keyfile "${folder}/session.key"; recursion no; notify no;`,
    `dnssec-validation no; empty-zones-enable no; allow-transfer { key ${keyName}; }; };`,
    `key "${keyName}" { algorithm hmac-sha256; secret "${secret}"; };`,
    'controls { };',
    ...served,
  ]
  await writeFile(join(folder, 'named.conf'), text.join('\n'))
  const start = () => spawn('/usr/sbin/named', ['-f', '-n', '1', '-c', join(folder, 'named.conf')], quiet)
  return { start, port, wish: updatedAt(port) }
}

async function installKnot(folder: string, zones: readonly string[]): Promise<Installed> {
  const port = await freePort()
  await writeZones(folder, zones)
  const text = [
    `server:\n  listen: 127.0.0.1@${port}\n  rundir: "${folder}"\n  udp-workers: 1\n  tcp-workers: 1\n  background-workers: 1`,
    `database:\n  storage: "${folder}"\n  journal-db-max-size: 200M`,
    `log:\n  - target: stderr\n    any: error`,
    `key:\n  - id: ${keyName}\n    algorithm: hmac-sha256\n    secret: ${secret}`,
    `acl:\n  - id: ours\n    key: ${keyName}\n    action: [update, transfer]`,
    `template:\n  - id: default\n    storage: "${folder}"\n    file: "%s.zone"\n    acl: ours\n    zonefile-sync: -1\n    zonefile-load: difference\n    journal-content: changes`,
    'zone:',
    ...zones.map((zone) => `  - domain: ${zone}`),
    '',
  ]
  await writeFile(join(folder, 'knot.conf'), text.join('\n'))
  return {
    start: () => spawn('/usr/sbin/knotd', ['-c', join(folder, 'knot.conf')], quiet),
    port,
    wish: updatedAt(port),
  }
}

const schemaFile = '/usr/share/doc/pdns-backend-sqlite3/schema.sqlite3.sql'
const apiKey = 'an API key of a test'

async function installPowerDns(folder: string, zones: readonly string[], byApi: boolean): Promise<Installed> {
  const [port, web] = [await freePort(), await freePort()]
  const database = join(folder, 'pdns.sqlite3')
  await run('sqlite3', [database, await readFile(schemaFile, 'utf8')])
  const text = [
    `launch=gsqlite3\ngsqlite3-database=${database}\ngsqlite3-pragma-synchronous=1\nlocal-address=127.0.0.1:${port}`,
    `socket-dir=${folder}\ndnsupdate=yes\nallow-dnsupdate-from=127.0.0.0/8\nsetuid=\nsetgid=`,
    `api=yes\napi-key=${apiKey}\nwebserver=yes\nwebserver-address=127.0.0.1\nwebserver-port=${web}`,
    'webserver-allow-from=127.0.0.0/8\nallow-axfr-ips=127.0.0.0/8\nquery-cache-ttl=0\ncache-ttl=0\nnegquery-cache-ttl=0\nzone-cache-refresh-interval=0',
    'default-soa-edit=\nloglevel=0\n',
  ]
  await writeFile(join(folder, 'pdns.conf'), text.join('\n'))
  const pdns = (...args: readonly string[]) => run('pdnsutil', [`--config-dir=${folder}`, ...args])
  await pdns('import-tsig-key', keyName, 'hmac-sha256', secret)
  for (const zone of zones) {
    await pdns('create-zone', zone, 'ns.example.net')
    await pdns('set-meta', zone, 'TSIG-ALLOW-DNSUPDATE', keyName)
    await pdns('set-meta', zone, 'TSIG-ALLOW-AXFR', keyName)
    await pdns('set-meta', zone, 'SOA-EDIT-DNSUPDATE', 'INCREASE')
    await pdns('set-meta', zone, 'SOA-EDIT-API', 'INCREASE')
  }
  const start = () => spawn('/usr/sbin/pdns_server', [`--config-dir=${folder}`, '--guardian=no', '--daemon=no'], quiet)
  const wish = byApi ? { kind: 'powerdns', address: `http://127.0.0.1:${web}`, secret: apiKey } : updatedAt(port)
  return { start, port, wish }
}

const install: Readonly<Record<ServerKind, (folder: string, zones: readonly string[]) => Promise<Installed>>> = {
  bind9: installBind,
  knot: installKnot,
  powerdns: (folder, zones) => installPowerDns(folder, zones, false),
  'powerdns-api': (folder, zones) => installPowerDns(folder, zones, true),
}
