#!/usr/bin/env node
// Plain JavaScript, so that an old Node can read it: it finds the Node this project brings and goes on with that.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import v8 from 'node:v8'
import { findOwnNode } from './own-node.js'

const script = fileURLToPath(import.meta.url)
const dataFolder = process.env.SUBLET_DATA_DIR || 'data'
const args = process.argv.slice(2)

/**
 * A server that waits should be small, and one that works should not spend its time on clearing up: what outlives short
 * use is cleared when it has doubled and not when it is four times as much, and once when it has started; threads share
 * one heap, and what is large, such as the compile cache while it is read, goes back to the system when it is freed
 * instead of leaving holes.
 */
const lean = {
  flags: ['--max-semi-space-size=16', '--heap-growing-percent=100', '--expose-gc'],
  environment: { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '8192', MALLOC_TRIM_THRESHOLD_: '262144' },
}

if (Number(process.versions.node.split('.')[0]) < 24) runOnOwnNode()
else {
  const command = args.includes('--help') ? 'help' : args[0]
  const serves = command === 'start'
  // The compile cache is kept apart by flags: what is prepared must be prepared under those that will serve.
  if (serves) for (const flag of lean.flags) v8.setFlagsFromString(flag)
  keepCompiled()
  const { bundle, findProgram } = await import('./bundle.js')
  if (serves) await becomeLean(bundle, findProgram)
  onceOrphaned(() => process.kill(process.pid, 'SIGTERM'))
  if (command === 'build') await bundle()
  const { run } = await findProgram().cli()
  await run(args)
}

/** Where Node keeps it for all users of a machine; where that may not be written to, in a data folder that is there. */
function keepCompiled() {
  const { status } = module.enableCompileCache()
  if (status === module.constants.compileCacheStatus.FAILED && existsSync(dataFolder))
    module.enableCompileCache(join(dataFolder, 'compile-cache'))
}

/**
 * Building leaves tens of megabytes behind, and making a database some more. So all of it is done first, and what is to be
 * run kept in the compile cache; then the same process begins anew with what it needs to serve, and nothing else.
 */
async function becomeLean(bundle, findProgram) {
  if (lean.flags.every((flag) => process.execArgv.includes(flag))) return
  const { preparePortal } = await import('../src/app/portal.ts')
  await preparePortal(console.error).catch((error) => console.error('The portal could not be built.', error))
  // Where nothing may be written, the sources are run: that takes a second more.
  await bundle().catch(() => undefined)
  const program = findProgram()
  if (!process.execve || !module.getCompileCacheDir()) return
  // Trees share the cache of a machine.
  const stamp = join(module.getCompileCacheDir(), createHash('sha256').update(program.id).digest('hex').slice(0, 16))
  const isFurnished = process.env.DATABASE_URL || existsSync(join(dataFolder, 'postgres'))
  if (!isFurnished || !existsSync(stamp)) await prepare(program, stamp)
  process.removeAllListeners('warning')
  process.execve(process.execPath, [process.execPath, ...lean.flags, script, ...args], {
    ...process.env,
    ...lean.environment,
  })
}

/** Compiles everything, notes that in the cache, and makes the database of a new data folder. */
async function prepare({ main, cli }, stamp) {
  const [{ furnishNewFolder }] = await Promise.all([main(), cli()])
  await furnishNewFolder().catch(() => undefined)
  module.flushCompileCache()
  try {
    writeFileSync(stamp, '')
  } catch {
    // Somebody else's cache: the next start compiles again.
  }
}

function runOnOwnNode() {
  const own = findOwnNode()
  if (own === undefined) {
    console.error(`Sublet needs Node 24 or newer and this is ${process.versions.node}: run "npm ci", which brings one.`)
    process.exit(1)
  }
  const child = spawn(own, [script, ...args], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  onceOrphaned(() => child.kill('SIGTERM'))
  child.on('exit', (code) => process.exit(code ?? 1))
}

/** npm's shell ends of a SIGTERM without passing it on: to lose it is to be asked to stop. */
function onceOrphaned(stop) {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, 200)
  watch.unref()
}
