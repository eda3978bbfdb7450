import { spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../support/server/free-port.ts'
import { becoming, nobodyKnown } from '../support/server/nameless-user.ts'
import { closedToOthers, othersMayRead } from '../support/server/readable.ts'
import { Machine, program, Server } from '../support/server/server-process.ts'

/** A user whose number has no entry in the password file, as in most containers. */

const nameless = nobodyKnown()
const isRoot = process.getuid?.() === 0

/** For first starts, on a machine as busy as it may be. */
const patience = 600_000

let machine: Machine
beforeAll(async () => {
  machine = await Machine.open()
  await chmod(machine.folder, 0o755)
})
afterAll(() => machine.close())

/** A closed folder of that user, for the data folder to stand in. */
async function ownFolder(): Promise<string> {
  const folder = machine.newFolder()
  await mkdir(folder, { mode: 0o700 })
  if (isRoot) await chown(folder, nameless.uid, nameless.gid)
  return join(folder, 'da ta:')
}

async function startNameless(dataDir: string): Promise<Server> {
  const port = await freePort()
  const { prefix, spawn } = becoming(nameless)
  const [command, ...args] = [...prefix, process.execPath, program, 'start']
  const env = { SUBLET_PORT: String(port), SUBLET_DATA_DIR: dataDir, SUBLET_DEMO: '0' }
  return machine.keep(new Server(`http://127.0.0.1:${port}`, command, args, env, spawn))
}

test('root starts in a closed folder whose owner has no name', async ({ skip }) => {
  skip(!isRoot, 'needs root')
  skip(!othersMayRead(), closedToOthers)
  const dataDir = await ownFolder()
  const server = await machine.launch({ SUBLET_DATA_DIR: dataDir, SUBLET_DEMO: '0' })
  await server.ready(patience)
  expect((await stat(join(dataDir, 'postgres'))).uid).toBe(nameless.uid)
  expect((await server.end()).code).toBe(0)
})

test('a process without a name starts, stops and starts again, and leaves no library behind', async ({ skip }) => {
  const { hindrance } = becoming(nameless)
  skip(hindrance !== undefined, hindrance)
  skip(isRoot && !othersMayRead(), closedToOthers)
  const dataDir = await ownFolder()
  for (const _ of ['first', 'second']) {
    const server = await startNameless(dataDir)
    await server.ready(patience)
    expect((await server.end()).code).toBe(0)
    expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres.new'))).toEqual([])
  }
})

test('where no library can be loaded, one sentence says what to do', async ({ skip }) => {
  skip(!isRoot, 'needs root')
  skip(!othersMayRead(), closedToOthers)
  const dataDir = await ownFolder()
  await mkdir(dataDir)
  const mount = ['-t', 'tmpfs', '-o', `noexec,size=256m,uid=${nameless.uid}`, 'sublet-test', dataDir]
  skip(spawnSync('mount', mount).status !== 0, 'may not mount a disk here')
  try {
    const server = await startNameless(dataDir)
    expect((await server.ended).code).toBe(1)
    expect(server.err).toContain(`uid ${nameless.uid} has none`)
    expect(server.err).toMatch(/add a line for it to the password file, or set DATABASE_URL\.\n$/)
    expect(await readdir(dirname(dataDir))).toEqual(['da ta:'])
  } finally {
    spawnSync('umount', [dataDir])
  }
})
