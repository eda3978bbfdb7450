#!/usr/bin/env node
// Plain JavaScript, so that an old Node can read it: it finds the Node this project brings and goes on with that.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

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

if (Number(process.versions.node.split('.')[0]) >= 24) {
  module.enableCompileCache()
  onceOrphaned(() => process.kill(process.pid, 'SIGTERM'))
  const { run } = await import('../src/app/cli.ts')
  await run(process.argv.slice(2))
} else {
  const own = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url))
  if (!existsSync(own)) {
    console.error(`Sublet needs Node 24 or newer and this is ${process.versions.node}: run "npm ci", which brings one.`)
    process.exit(1)
  }
  const child = spawn(own, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  onceOrphaned(() => child.kill('SIGTERM'))
  child.on('exit', (code) => process.exit(code ?? 1))
}
