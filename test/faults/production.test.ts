import { execFile, spawnSync } from 'node:child_process'
import { chmod, chown, cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { containerCommand, containerSteps, installedIn } from '../support/server/deployment.ts'
import { freePort } from '../support/server/free-port.ts'
import { call } from '../support/http-call.ts'
import { becoming, nobodyKnown } from '../support/server/nameless-user.ts'
import { Machine, root, Server } from '../support/server/server-process.ts'

/** Installed by the steps of the Containerfile, then run from a tree nobody may write to, as a number without a name. */

const run = promisify(execFile)
const isRoot = process.getuid?.() === 0
const nameless = nobodyKnown()
const way = becoming(nameless)

/** Whole installations and first starts, on a machine as busy as it may be. */
const patience = 600_000

let machine: Machine
let tree: string

beforeAll(async () => {
  machine = await Machine.open({ disk: true })
  await chmod(machine.folder, 0o755)
  tree = join(machine.folder, 'tree')
  await copySources()
  // The first step is what a runner of tests has just done: its outcome is taken from here, by links or as copies.
  for (const name of ['node_modules', 'client/node_modules'])
    await run('cp', ['-al', join(root, name), join(tree, name)]).catch(() =>
      cp(join(root, name), join(tree, name), { recursive: true, verbatimSymlinks: true }),
    )
  // What tests write while this one runs is no part of an installation.
  await rm(join(tree, 'node_modules/.cache'), { recursive: true, force: true })
  // The one file that npm writes anew where it stands.
  const listed = 'node_modules/.package-lock.json'
  await rm(join(tree, listed))
  await cp(join(root, listed), join(tree, listed))
  for (const step of containerSteps.slice(1))
    await run('sh', ['-c', step], { cwd: tree, env: { ...process.env, npm_config_offline: 'true' } })
  await writable(false)
})

afterAll(async () => {
  await writable(true)
  await machine.close()
})

async function copySources(): Promise<void> {
  const { stdout } = await run('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root })
  const left = /^(test|docs|bench|scripts|\.ci)\//
  for (const path of stdout.split('\n').filter((path) => path !== '' && !left.test(path)))
    await cp(join(root, path), join(tree, path))
}

/** Its folders alone: files are links to ours, and none can come, go or change its name. */
async function writable(yes: boolean): Promise<void> {
  await run('find', [tree, '-type', 'd', '-exec', 'chmod', yes ? 'u+w' : 'a-w', '{}', '+'])
}

async function start(dataDir: string): Promise<Server> {
  const port = await freePort()
  const command = containerCommand.map((part) => part.replace(installedIn, tree))
  const [program = '', ...args] = [...way.prefix, ...command]
  // Nowhere to write but the data folder: neither a home nor a place for temporary files.
  const nowhere = { HOME: tree, TMPDIR: tree }
  const env = { ...nowhere, SUBLET_PORT: String(port), SUBLET_DATA_DIR: dataDir, SUBLET_DEMO: '0' }
  return machine.keep(new Server(`http://127.0.0.1:${port}`, program, args, env, { cwd: dataDir, ...way.spawn }))
}

async function newDataFolder(): Promise<string> {
  const folder = machine.newFolder()
  await mkdir(folder, { mode: 0o700 })
  if (isRoot) await chown(folder, nameless.uid, nameless.gid)
  return folder
}

test('it serves API and portal, and writes nothing but its data folder', async ({ skip }) => {
  skip(way.hindrance !== undefined, way.hindrance)
  expect(spawnSync('ls', [join(tree, 'node_modules/vite')]).status).not.toBe(0)
  const asked = "import('./bin/bundle.js').then((it) => console.log(it.findProgram().id))"
  expect((await run(process.execPath, ['-e', asked], { cwd: tree })).stdout).toMatch(/\/dist\/server-\w+\n$/)
  const before = await run('find', [tree, '-printf', '%p %T@\n'], { maxBuffer: 64 * 1024 * 1024 })
  const dataDir = await newDataFolder()
  const server = await start(dataDir)
  await server.ready(patience)
  const page = await call('GET', `${server.url}/`)
  expect(page.status).toBe(200)
  const script = /<script[^>]* src="([^"]+)"/.exec(page.text)?.[1]
  expect((await call('GET', `${server.url}${script}`)).status).toBe(200)
  expect(await readdir(dataDir)).toContain('compile-cache')
  expect(server.err).toBe('')
  expect((await server.end()).code).toBe(0)
  expect(await run('find', [tree, '-printf', '%p %T@\n'], { maxBuffer: 64 * 1024 * 1024 })).toEqual(before)
})

test('without a built portal one sentence says so, and the APIs are served', async ({ skip }) => {
  skip(way.hindrance !== undefined, way.hindrance)
  await chmod(tree, 0o755)
  await rename(join(tree, 'dist'), join(tree, 'dist.aside'))
  await chmod(tree, 0o555)
  const server = await start(await newDataFolder())
  await server.ready(patience)
  expect(server.err).toMatch(
    /^The portal cannot be built without its tools: .*"npm run build"\. .* the APIs are served as ever\.\n$/,
  )
  expect((await call('GET', `${server.url}/`)).status).toBe(200)
  expect((await server.end()).code).toBe(0)
})
