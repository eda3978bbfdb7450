import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { knownPrefix } from '../../src/kernel/ip/index.ts'
import { networkFacts } from '../../src/network/index.ts'
import { openFileServer, vrpFile, type FileServer } from '../support/server/file-server.ts'
import { Machine, Process, program } from '../support/server/server-process.ts'
import { openWorld, type World } from '../support/world.ts'

/** The import command, beside a server over the same database, and killed half-way. */

/** An import yields to everybody, and each of these tests waits for several. */
const patiently = { timeout: 1_200_000 }

let machine: Machine
let files: FileServer
let world: World
beforeAll(async () => {
  machine = await Machine.open()
  files = await openFileServer()
  world = await openWorld()
})
afterAll(async () => {
  await world.close()
  await files.close()
  await machine.close()
})

const env = () => ({ DATABASE_URL: world.databaseUrl, SUBLET_IMPORT_PRIVATE_HOSTS: '127.0.0.1' })
const sublet = (...args: string[]) => machine.command(args, env())

const origins = async () => {
  await world.hear()
  return networkFacts(world)
    .vrps(knownPrefix('45.0.0.0/24'))
    ?.value.map(({ asn }) => asn)
}

test('an import that is killed leaves what there was, no lock, and a row that says so', patiently, async () => {
  const good = join(machine.folder, 'good.csv')
  await writeFile(good, vrpFile(10, 64_501))
  expect(await sublet('import', 'vrps', good)).toMatchObject({ code: 0, err: '' })
  expect(await origins()).toEqual([64_501])

  let half: (() => void) | undefined
  const reached = new Promise<void>((resolve) => (half = resolve))
  // It never falls silent, however long the others take.
  const slow = files.serve('/slow', (_request, response) => {
    response.write(vrpFile(5_000, 64_502), () => half?.())
    const drip = setInterval(() => response.write('AS64502,46.0.0.0/24,24,ripe,4102444800\n'), 1_000)
    response.on('close', () => clearInterval(drip))
  })
  const killed = machine.keep(new Process(process.execPath, [program, 'import', 'vrps', slow], env()))
  await reached
  const busy = await sublet('import', 'vrps', good)
  expect([busy.code, busy.out, busy.err]).toEqual([
    2,
    '',
    'This source is being imported already; wait until that has ended.\n',
  ])
  await killed.end('SIGKILL')
  expect(await origins()).toEqual([64_501])

  await writeFile(good, vrpFile(11, 64_503))
  const next = await sublet('import', 'vrps', good, '--json')
  expect(next).toMatchObject({ code: 0, err: '' })
  expect(JSON.parse(next.out)).toMatchObject({ kind: 'vrps', name: 'main', rows: 11, refused: 0, unchanged: false })
  expect(await origins()).toEqual([64_503])
  const { rows } = await world.house.pool.query('select status, failure from network_import order by asked_at')
  expect(rows).toEqual([
    { status: 'done', failure: null },
    { status: 'abandoned', failure: expect.stringContaining('ended before it was done') },
    { status: 'failed', failure: expect.stringContaining('being imported already') },
    { status: 'done', failure: null },
  ])
})

test('the command says what it did, and why it could not', patiently, async () => {
  const odd = join(machine.folder, 'odd.csv')
  await writeFile(odd, vrpFile(20).replace('45.0.3.0/24', '45.0.3.7/24'))
  const done = await sublet('import', 'vrps', odd, '--source', 'odd')
  expect(done).toMatchObject({ code: 0, err: '' })
  expect(done.out).toMatch(
    /^vrps odd: 19 rows from \d+ bytes in [\d.]+ s \([\d,]+ rows\/s\)\.\n1 rows were left out:\n {2}line 5: .+\n$/,
  )
  expect((await sublet('import', 'vrps', odd, '--source', 'odd')).out).toMatch(
    /^vrps odd is unchanged: 19 rows serve on\.\n/,
  )
  await writeFile(odd, '<html>')
  expect(await sublet('import', 'vrps', odd)).toEqual({
    code: 1,
    out: '',
    err: 'Line 1: begins like a web page, not like data.\n',
  })
  expect(await sublet('import', 'vrps', odd, '--source', 'a b')).toMatchObject({ code: 1, out: '' })
  expect(await sublet('import', 'gossip', odd)).toMatchObject({ code: 1, out: '' })
  const shown = await sublet('sources')
  expect(shown.out).toMatch(/^vrps +odd +19 +\d+ +\d+ minutes? +fresh +\S+odd\.csv$/m)
  expect(JSON.parse((await sublet('sources', '--json')).out)).toContainEqual(
    expect.objectContaining({ kind: 'vrps', name: 'odd', rows: 19, refused: 1, stale: false }),
  )
})
