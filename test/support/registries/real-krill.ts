import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bodyOf, call, until } from '../http-call.ts'
import { freePort } from '../server/free-port.ts'

/** A real Krill as its own test bed: a trust anchor and a CA below it that holds all addresses, on loopback. */

/** The program that SUBLET_TEST_KRILL names; null: none, which is said. */
export function krillProgram(): string | null {
  const program = process.env['SUBLET_TEST_KRILL'] ?? null
  if (program === null) process.stdout.write('SUBLET_TEST_KRILL names no krill: nothing is tried with a real one\n')
  return program
}

const token = 'krill-token'
const ca = 'testbed'

interface Payload {
  readonly asn: number
  readonly prefix: string
  readonly max_length: number
  readonly comment?: string
}

export async function openRealKrill(program: string) {
  const folder = await mkdtemp(join(tmpdir(), 'sublet-krill-'))
  const port = await freePort()
  const path = join(folder, 'krill.conf')
  await writeFile(path, configuration(folder, port, await versionOf(program)))
  const url = `http://127.0.0.1:${port}`
  const headers = { authorization: `Bearer ${token}` }
  const ask = (method: string, what: string, body?: unknown) =>
    call(method, `${url}/api/v1/cas/${ca}${what}`, { headers, ...(body === undefined ? {} : { body }) })
  let child: ChildProcess | null = null

  async function start(): Promise<void> {
    const started = spawn(program, ['-c', path], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    child = started
    let said = ''
    started.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
    await until(async () => {
      if (started.exitCode !== null) throw new Error(`krill has ended at once, with ${started.exitCode}: ${said}`)
      const answer = await ask('GET', '').catch(() => null)
      return answer?.status === 200 && answer.text.includes('0.0.0.0/0')
    }, 'krill has a CA with resources')
  }

  async function kill(): Promise<void> {
    const running = child
    child = null
    if (!running || running.exitCode !== null || running.signalCode !== null) return
    const ended = new Promise((resolve) => void running.once('exit', resolve))
    running.kill('SIGKILL')
    await ended
  }

  const routes = async (): Promise<Payload[]> => bodyOf(await ask('GET', '/routes')) as Payload[]
  const change = async (delta: object) => {
    const { status, text } = await ask('POST', '/routes', { added: [], removed: [], ...delta })
    if (status !== 200) throw new Error(`${status}: ${text}`)
  }
  await start()
  return {
    wish: () => ({ kind: 'krill', url, account: ca, secret: token }),
    roas: async () => (await routes()).map(keyOf).toSorted(),
    commentOf: async (key: string) => (await routes()).find((one) => keyOf(one) === key)?.comment,
    add: (payload: Payload) => change({ added: [payload] }),
    remove: ({ asn, prefix, max_length }: Payload) => change({ removed: [{ asn, prefix, max_length }] }),
    kill,
    start,
    close: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const keyOf = ({ asn, prefix, max_length }: Payload): string => `${prefix}-${max_length} => ${asn}`

/** `Krill 0.16.0`: its second number. */
async function versionOf(program: string): Promise<number> {
  const { stdout } = await promisify(execFile)(program, ['--version'])
  return Number(/\b0\.(\d+)\./.exec(stdout)?.[1] ?? 0)
}

/** Plain HTTP, as behind a proxy; its own name must be an https one all the same. From 0.16 on it opens a socket in /run, too. */
function configuration(folder: string, port: number, version: number): string {
  const lines = [
    `storage_uri = "${folder}/data"`,
    `admin_token = "${token}"`,
    'log_type = "stderr"',
    'ip = "127.0.0.1"',
    `port = ${port}`,
    'https_mode = "disable"',
    `service_uri = "https://localhost:${port}/"`,
    ...(version >= 16 ? ['unix_socket_enabled = false'] : []),
    '[testbed]',
    `rrdp_base_uri = "https://localhost:${port}/rrdp/"`,
    'rsync_jail = "rsync://localhost/repo/"',
    `ta_uri = "https://localhost:${port}/ta/ta.cer"`,
    'ta_aia = "rsync://localhost/ta/ta.cer"',
  ]
  return `${lines.join('\n')}\n`
}
