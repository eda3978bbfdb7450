import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'

import { StartRefusal } from '../refusal.ts'
import type { Binaries } from './binaries.ts'
import { errorText } from './system-error.ts'

/** As whom PostgreSQL runs, and how it learns of our death. It refuses to run as root, which containers often are. */
export interface Account {
  /** Whom its files must belong to, as seen from outside. */
  readonly owner: { readonly uid: number; readonly gid: number }
  readonly switchUser: boolean
  readonly prefix: readonly string[]
  /** Whether the kernel ends PostgreSQL when we die; otherwise it needs a leash. */
  readonly diesWithUs: boolean
  /** A library that gives it a name, see `named.ts`: its folder and its file. */
  readonly nameFrom?: { readonly folder: string; readonly file: string }
}

interface Run {
  readonly code: number | null
  readonly output: string
}

interface Chosen {
  readonly account: Account
  readonly majorVersion: string
}

const nobody = { uid: 65534, gid: 65534 }

/** Root itself, seen as nobody by PostgreSQL: it keeps access to what only root may read, and needs no change of owner. */
const asMappedRoot = ['unshare', '--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`, '--']

/**
 * INT is PostgreSQL's fast shutdown. The kernel sends it when the thread that spawned us ends: start PostgreSQL from
 * the main thread. We may have died before the request took effect, hence the look at the parent.
 */
const unlessOrphaned = ['sh', '-c', '[ "$PPID" = "$0" ] || exit 1; exec "$@"', String(process.pid)]
const endWithUs = ['setpriv', '--pdeathsig', 'INT', '--', ...unlessOrphaned]

/** PostgreSQL listens to LC_*, TZ and PG* variables: it gets none of ours, so that every start is the same. */
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin:/run/current-system/sw/bin', LC_ALL: 'C' }

/** The library is named as seen from its folder: a list parted by blanks and colons could not hold every path. */
const surroundings = ({ nameFrom }: Account) =>
  nameFrom
    ? { cwd: nameFrom.folder, env: { ...environment, LD_PRELOAD: `./${nameFrom.file}` } }
    : { cwd: '/', env: environment }

export function spawnAs(account: Account, program: string, args: readonly string[], stdio: StdioOptions): ChildProcess {
  const [command = program, ...rest] = [...account.prefix, program, ...args]
  // A session of its own: Ctrl-C in the terminal must reach us first, for the server drains before its database goes.
  return spawn(command, rest, {
    stdio,
    detached: true,
    ...surroundings(account),
    ...(account.switchUser ? account.owner : {}),
  })
}

export function runAs(account: Account, program: string, args: readonly string[], input = ''): Promise<Run> {
  return new Promise((resolve) => {
    const child = spawnAs(account, program, args, 'pipe')
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)
    child.once('error', (error) => resolve({ code: null, output: errorText(error) }))
    child.once('close', (code) => resolve({ code, output }))
  })
}

/** The first account under which PostgreSQL runs here and reaches the data folder; asked by doing, since no list of systems is right. */
export async function chooseAccount(binaries: Binaries, dataFolder: string): Promise<Chosen> {
  const parent = dirname(dataFolder)
  const { uid, gid } = await stat(parent)
  const self = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  const failures: string[] = []
  for (const account of accounts(self, { uid, gid })) {
    const probe = ['-c', 'test -x "$1" && exec "$0" --version', binaries.postgres, parent]
    const { code, output } = await runAs(account, 'sh', probe)
    const majorVersion = /PostgreSQL\) (\d+)/.exec(output)?.[1]
    if (code === 0 && majorVersion) return { account, majorVersion }
    failures.push(output.trim())
  }
  const reasons = [...new Set(failures.filter(Boolean))].join('; ') || `no other account reaches ${parent}`
  throw new StartRefusal(
    self.uid === 0
      ? `The embedded PostgreSQL does not run as root, and could not be started as anyone else (${reasons}): start as an ordinary user, or set DATABASE_URL.`
      : `The embedded PostgreSQL does not run on this system (${reasons}): set DATABASE_URL.`,
  )
}

export function accounts(self: Account['owner'], folderOwner: Account['owner']): Account[] {
  const identities: Omit<Account, 'diesWithUs'>[] = []
  if (self.uid === 0) {
    identities.push({ owner: self, switchUser: false, prefix: asMappedRoot })
    // Under sudo in somebody's closed home folder only its owner gets through.
    if (folderOwner.uid !== 0) identities.push({ owner: folderOwner, switchUser: true, prefix: [] })
    identities.push({ owner: nobody, switchUser: true, prefix: [] })
  } else {
    identities.push({ owner: self, switchUser: false, prefix: [] })
  }
  return identities.flatMap((identity) => [
    { ...identity, prefix: [...identity.prefix, ...endWithUs], diesWithUs: true },
    { ...identity, diesWithUs: false },
  ])
}
