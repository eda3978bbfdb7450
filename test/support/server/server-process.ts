import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPostmasterPid } from '../../../src/kernel/postgres/postmaster-pid.ts'
import { quickFolder } from '../quick-folder.ts'
import { freePort } from './free-port.ts'
import { bodyOf, call, until } from '../http-call.ts'

/** Sublet as its users run it: a process of its own, spoken to over sockets and signals. */

export const root = join(import.meta.dirname, '../../..')
export const program = join(root, 'bin/sublet.js')
/** What `start` comes to, for less: without looking whether anything must be built, and without tidying its memory. */
export const begin = join(import.meta.dirname, 'begin.js')

export type Env = Readonly<Record<string, string>>

/** No registry is asked by a test, but for one of its own. */
const usual = { SUBLET_LOG_LEVEL: 'warn', SUBLET_RATE_LIMIT: '0', SUBLET_TOKEN_RATE_LIMIT: '0', SUBLET_RDAP: 'off' }

/** Nothing of the tester's own settings may leak into a server under test. */
function environment(env: Env): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env
  return { PATH, HOME, ...usual, ...env }
}

interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export class Process {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  readonly #ownGroup: boolean
  out = ''
  err = ''

  constructor(command: string, args: readonly string[], env: Env, options: SpawnOptions = {}) {
    this.#ownGroup = options.detached ?? false
    this.child = spawn(command, args, { cwd: tmpdir(), ...options, env: environment(env), stdio: 'pipe' })
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.out += text))
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.err += text))
    this.ended = once(this.child, 'close').then(([code, signal]) => ({ code, signal }))
  }

  get output(): string {
    return this.out + this.err
  }

  get pid(): number {
    return this.child.pid ?? 0
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null
  }

  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> {
    if (this.isRunning) this.child.kill(signal)
    return this.ended
  }

  /** Whatever is left of it and, where it was given a process group, of what it started. */
  sweep(): void {
    if (this.isRunning) this.child.kill('SIGKILL')
    if (this.#ownGroup) killGroup(this.pid)
  }
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // Nobody is left in it.
  }
}

export class Server extends Process {
  readonly url: string

  constructor(url: string, ...made: ConstructorParameters<typeof Process>) {
    super(...made)
    this.url = url
  }

  /** Until it serves; returns how long that took. An early end is said with its own words. */
  async ready(patience?: number): Promise<number> {
    const isReady = async () => {
      if (!this.isRunning) throw new Error(`ended before it was ready:\n${this.output}`)
      return call('GET', `${this.url}/readyz`).then(
        ({ status }) => status === 200,
        () => false,
      )
    }
    const { ms } = await until(isReady, `${this.url} ready`, patience).catch((error: Error) => {
      throw new Error(`${error.message}; it said:\n${this.output}`, { cause: error })
    })
    return ms
  }
}

export interface Finished {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

interface Surroundings {
  /** On a disk, as what it is compared with or linked to. */
  readonly disk?: boolean
  /** Servers go the whole way of a start, for tests of that way. */
  readonly wholeStarts?: boolean
}

/** What one test file starts, and its own folders; `close` leaves nothing behind. */
export class Machine {
  readonly folder: string
  readonly #start: string
  readonly #processes: Process[] = []

  private constructor(folder: string, start: string) {
    this.folder = folder
    this.#start = start
  }

  static async open({ disk = false, wholeStarts = false }: Surroundings = {}): Promise<Machine> {
    const parent = disk ? tmpdir() : quickFolder()
    return new Machine(await mkdtemp(join(parent, 'sublet-faults-')), wholeStarts ? program : begin)
  }

  newFolder(): string {
    return join(this.folder, randomBytes(4).toString('hex'))
  }

  keep<P extends Process>(started: P): P {
    this.#processes.push(started)
    return started
  }

  /** Starts a server and returns at once. */
  async launch(env: Env): Promise<Server> {
    const port = env['SUBLET_PORT'] ?? String(await freePort())
    const settings = { SUBLET_PORT: port, SUBLET_DATA_DIR: this.newFolder(), ...env }
    return this.keep(new Server(`http://127.0.0.1:${port}`, process.execPath, [this.#start, 'start'], settings))
  }

  async start(env: Env): Promise<Server> {
    const server = await this.launch(env)
    await server.ready()
    return server
  }

  /** One command of the command line, to its end. */
  async command(args: readonly string[], env: Env): Promise<Finished> {
    const started = this.keep(new Process(process.execPath, [program, ...args], env))
    const { code } = await started.ended
    return { code, out: started.out, err: started.err }
  }

  async close(): Promise<void> {
    for (const started of this.#processes) started.sweep()
    await Promise.all(this.#processes.map(({ ended }) => ended))
    await rm(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

export interface Credentials {
  readonly tenant: string
  readonly client_id: string
  readonly client_secret: string
  readonly password: string
}

/** What the demo world of that data folder lets one in with. */
export async function demoCredentials(dataDir: string): Promise<Credentials> {
  return JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as Credentials
}

export async function bearer(
  url: string,
  { client_id, client_secret }: Credentials,
): Promise<{ authorization: string }> {
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
  const { access_token } = bodyOf(await call('POST', `${url}/oauth2/token`, { body })) as { access_token: string }
  return { authorization: `Bearer ${access_token}` }
}

export async function signIn(
  url: string,
  email: string,
  password: string,
): Promise<{ cookie: string; 'sec-fetch-site': string }> {
  const answer = await call('POST', `${url}/portal/sign-in`, { body: { email, password } })
  bodyOf(answer)
  return { cookie: answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '', 'sec-fetch-site': 'same-origin' }
}

/** The postmaster of a data folder, or null when none is written down. */
export async function postmasterOf(dataDir: string): Promise<number | null> {
  return (await readPostmasterPid(join(dataDir, 'postgres')))?.pid ?? null
}
