import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { call, until, type Answer } from '../http-call.ts'
import { freePort } from '../server/free-port.ts'
import { Machine, Process, program, Server, type Finished } from '../server/server-process.ts'
import { Guide } from './guide.ts'
import type { Surroundings } from './surroundings.ts'

/** One installation as the page makes it: its folder with `.env`, its commands, and the people who use it. */

/** In ms; nobody is faster. */
const betweenLooks = 200

type Values = Readonly<Record<string, string | number>>

export class Installation {
  readonly guide = new Guide()
  readonly #machine: Machine
  readonly #folder: string
  readonly #env: Readonly<Record<string, string>>
  readonly #begun = performance.now()
  readonly url: string
  /** What people did: a command, a form that was filled in, a button; not what they looked at. */
  readonly steps: string[] = []
  /** Milliseconds for which somebody waited for the product. */
  waited = 0

  private constructor(machine: Machine, folder: string, port: number, { env }: Surroundings) {
    this.#machine = machine
    this.#folder = folder
    this.url = `http://127.0.0.1:${port}`
    this.#env = { ...env, SUBLET_PORT: String(port), SUBLET_PUBLIC_URL: this.url }
  }

  static async open(surroundings: Surroundings): Promise<Installation> {
    const machine = await Machine.open()
    const folder = machine.newFolder()
    await mkdir(folder)
    return new Installation(machine, folder, await freePort(), surroundings)
  }

  close(): Promise<void> {
    return this.#machine.close()
  }

  /** `.env` has these blocks of the page. */
  async set(...names: string[]): Promise<void> {
    this.steps.push('.env')
    await writeFile(join(this.#folder, '.env'), names.map((name) => `${this.guide.settings(name)}\n`).join('\n'))
  }

  /** As the page has it. */
  setting(name: string): string {
    return parseEnv(this.guide.settings('whole'))[name] ?? ''
  }

  /** A bare installation has no surroundings yet. */
  command(line: string, env: Readonly<Record<string, string>> = this.#env): Promise<Finished> {
    this.steps.push(line)
    const args = line.replace('npx sublet ', '').split(' ')
    return this.#timed(async () => {
      const running = this.#machine.keep(new Process(process.execPath, [program, ...args], env, { cwd: this.#folder }))
      const { code } = await running.ended
      return { code, out: running.out, err: running.err }
    })
  }

  /** What `npm start` runs. */
  async start(): Promise<Server> {
    this.steps.push('npm start')
    const made = [process.execPath, [program, 'start'], this.#env, { cwd: this.#folder }] as const
    const server = this.#machine.keep(new Server(this.url, ...made))
    await this.#timed(() => server.ready())
    await until(async () => server.out.includes('Stop with Ctrl-C'), 'the banner')
    return server
  }

  /** Time passes, as it does in a sandbox; nothing else can make a real month end. */
  async letMonthEnd(): Promise<Finished> {
    const now = new Date()
    const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 1)
    const hours = Math.ceil((next - now.getTime()) / 3_600_000)
    return this.command(`npx sublet clock advance ${hours}h`, { ...this.#env, SUBLET_SANDBOX: '1' })
  }

  /** The request of the page, as it is answered. */
  async send(name: string, values: Values, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const { method, path, body } = this.guide.request(name, values)
    // A button that is pressed until it helps is one.
    if (method !== 'GET' && this.steps.at(-1) !== name) this.steps.push(name)
    return this.#timed(() =>
      call(method, `${this.url}${path}`, { headers, ...(body !== undefined && { body: JSON.parse(body) as unknown }) }),
    )
  }

  /** Asked until it suits; the wait is the product's. */
  wait<T>(ask: () => Promise<T | null>, what: string): Promise<T> {
    const asked = async () => (await ask()) ?? (await setTimeout(betweenLooks, null))
    return this.#timed(async () => (await until(asked, what)).value)
  }

  /** Seconds so far: all of them, and the product's own. */
  get seconds(): { readonly all: number; readonly own: number } {
    return { all: (performance.now() - this.#begun) / 1_000, own: this.waited / 1_000 }
  }

  #clocks = 0
  async #timed<T>(work: () => Promise<T>): Promise<T> {
    const begun = performance.now()
    this.#clocks++
    try {
      return await work()
    } finally {
      // What is waited for inside another wait counts once.
      if (--this.#clocks === 0) this.waited += performance.now() - begun
    }
  }
}
