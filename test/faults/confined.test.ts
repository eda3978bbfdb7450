import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase, eyesOn, type TestDatabase } from '../support/database.ts'
import { vrpFile } from '../support/server/file-server.ts'
import { until } from '../support/http-call.ts'
import { Machine } from '../support/server/server-process.ts'

/** The secret key and the processes that work on strangers' files: neither their files nor their settings have it. */

let machine: Machine
let database: TestDatabase
let dataDir: string
const key = randomBytes(32).toString('hex')
beforeAll(async () => {
  machine = await Machine.open({ wholeStarts: true })
  database = await cloneDatabase()
  dataDir = machine.newFolder()
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'secret.key'), key)
})
afterAll(async () => {
  await machine.close()
  await database.drop()
})

/** Runs in every Node of the program before the program does, with the same rights, and says what it could get at. */
const spy = (): string => {
  const program = `
    import { readFileSync, openSync } from 'node:fs'
    const tries = (work) => { try { return work() } catch (error) { return error.code } }
    const read = (path) => tries(() => readFileSync(path, 'latin1').includes('${key}') ? 'the key' : 'no key')
    console.error('SPY ' + JSON.stringify({
      program: process.argv[1] ?? '',
      file: read(${JSON.stringify(join(dataDir, 'secret.key'))}),
      parent: read('/proc/' + process.ppid + '/environ'),
      environment: Object.entries(process.env).some(([name, value]) => name !== 'NODE_OPTIONS' && value.includes('${key}')),
      writes: tries(() => openSync(${JSON.stringify(join(dataDir, 'new'))}, 'w') && 'written'),
      begins: tries(() => process.getBuiltinModule('node:child_process').execFileSync('true') && 'begun'),
    }))`
  return `--import=data:text/javascript,${encodeURIComponent(program)}`
}

interface Sighting {
  readonly program: string
  readonly file: string
  readonly parent: string
  readonly environment: boolean
  readonly writes: string
  readonly begins: string
}

const sightings = (err: string): Sighting[] =>
  err
    .split('\n')
    .filter((line) => line.startsWith('SPY '))
    .map((line) => JSON.parse(line.slice(4)) as Sighting)

const env = () => ({
  DATABASE_URL: database.url,
  SUBLET_DATA_DIR: dataDir,
  SUBLET_SECRET_KEY: key,
  NODE_OPTIONS: spy(),
})

const shutOut = {
  file: 'ERR_ACCESS_DENIED',
  parent: 'ERR_ACCESS_DENIED',
  environment: false,
  writes: 'ERR_ACCESS_DENIED',
  begins: 'ERR_ACCESS_DENIED',
}

describe('the secret key', () => {
  it('is out of reach for the process that reads a file for a command', async () => {
    const file = join(machine.folder, 'vrps.csv')
    await writeFile(file, vrpFile(10))
    const { code, out, err } = await machine.command(['import', 'vrps', file, '--json'], env())
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('"rows": 10') })
    const [command, reader, ...others] = sightings(err)
    // The command itself may: else the spy would see nothing anywhere.
    expect(command).toMatchObject({ file: 'the key', environment: true })
    expect(reader).toEqual({ program: expect.stringMatching(/heavy-process\.js$/), ...shutOut })
    expect(others).toEqual([])
  })

  it('is out of reach for the process that does heavy jobs', async () => {
    const server = await machine.start(env())
    const pool = eyesOn(database.url, 1)
    try {
      await pool.query('update prefix_health_walk set wanted = wanted + 1')
      await pool.query(`select graphile_worker.add_job('walk_prefixes', '{}')`)
      const walked = 'select from prefix_health_walk where done = wanted'
      await until(async () => (await pool.query(walked)).rowCount === 1, 'the walk')
      const heavy = sightings(server.err).filter(({ program }) => program.endsWith('heavy-process.js'))
      expect(heavy).toEqual([{ program: expect.any(String), ...shutOut }])
      expect(sightings(server.err).find(({ program }) => program.endsWith('sublet.js'))?.environment).toBe(true)
    } finally {
      await pool.end()
      await server.end('SIGKILL')
    }
  })
})
