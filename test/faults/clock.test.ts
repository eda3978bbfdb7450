import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoFolder } from '../support/server/demo-folder.ts'
import { until } from '../support/http-call.ts'
import { Machine, Process, program, type Server } from '../support/server/server-process.ts'

/** The test clock of a running server, moved by a command that is killed on the way. */

let machine: Machine
let server: Server
const env = () => ({ SUBLET_DATA_DIR: dataDir })
let dataDir: string
beforeAll(async () => {
  machine = await Machine.open()
  dataDir = await demoFolder(machine)
  server = await machine.start(env())
})
afterAll(async () => {
  await server.end()
  await machine.close()
})

const command = (...args: string[]) => machine.command(args, env())

async function json(...args: string[]): Promise<unknown> {
  const { code, out, err } = await command(...args, '--json')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return JSON.parse(out)
}

const now = async () => Date.parse(((await json('clock', 'show')) as { now: string }).now)

const broken = async () =>
  ((await json('audit')) as { name: string; breaches: string[] }[]).flatMap(({ name, breaches }) =>
    breaches.map((breach) => `${name}: ${breach}`),
  )

/** Under way: it has said where it is. */
async function underWay(): Promise<Process> {
  const moving = machine.keep(new Process(process.execPath, [program, 'clock', 'advance', '20', 'years'], env()))
  await until(async () => moving.err.includes('on the way to'), 'the clock to move')
  return moving
}

test('killed on the way, it leaves every promise kept, and the next one goes on from there', async () => {
  const start = await now()
  for (let i = 0; i < 3; i++) {
    const moving = await underWay()
    await moving.end('SIGKILL')
    expect(await broken()).toEqual([])
  }
  const reached = await now()
  expect(reached).toBeGreaterThan(start + 86_400_000)
  const again = async () => (await command('clock', 'advance', '1 month')).code === 0
  // The lock goes when PostgreSQL notices that the killed command is gone.
  await until(again, 'the clock to be free again')
  expect((await now()) - reached).toBeGreaterThan(27 * 86_400_000)
  expect(await broken()).toEqual([])
})

test('it is moved by one at a time', async () => {
  const moving = await underWay()
  const { code, err } = await command('clock', 'advance', '1 day')
  expect({ code, err: err.trim() }).toEqual({
    code: 1,
    err: 'The clock is being moved already; wait until that is done.',
  })
  await moving.end('SIGKILL')
})
