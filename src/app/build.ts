import { extname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { recoverAtStart } from '../commerce/index.ts'
import { closeIdentity, openIdentity, identitiesOf } from '../identity/index.ts'
import { knowAnswers } from '../kernel/http/begun.ts'
import type { SecretBox } from '../kernel/secrets/box.ts'
import { Clock } from '../kernel/clock.ts'
import type { Config } from '../kernel/config.ts'
import { contextOf, system } from '../kernel/context.ts'
import { openDb, openPool } from '../kernel/db/pool.ts'
import type { Endpoint } from '../kernel/endpoint.ts'
import { wire } from '../kernel/work/events.ts'
import { health } from '../kernel/health.ts'
import type { House } from '../kernel/house.ts'
import { buildServer, drain } from '../kernel/http/index.ts'
import { enqueue, migrateJobs } from '../kernel/work/jobs.ts'
import { openLog, type Log } from '../kernel/log.ts'
import { metrics } from '../kernel/metrics.ts'
import { migrate, migrationNames, unknownMigration } from '../kernel/db/migrate.ts'
import { refuseSharedSessions } from '../kernel/db/pooler.ts'
import { Pulse } from '../kernel/pulse.ts'
import { noticeDueSources, openNetwork, tendRdap } from '../network/index.ts'
import { Readers } from '../kernel/db/readers.ts'
import { agreeOnSecretKey } from '../kernel/secrets/sealing.ts'
import { openSecretBox } from '../kernel/secrets/secret-keys.ts'
import { connectionTo, Switchboard } from '../kernel/db/switchboard.ts'
import { startTelling, type Teller } from '../kernel/work/outbox.ts'
import { startJobs, type Workers } from '../kernel/work/workers.ts'
import { HeavyJobs, type HeavyProgram } from '../kernel/work/heavy-jobs.ts'
import { withoutSecrets } from './config.ts'
import { makePapersBy } from '../kernel/work/mail-papers.ts'
import { described } from './described.ts'
import { papers } from './papers.ts'
import { addPortal, lostPage, portal } from './portal.ts'
import { routes } from './routes.ts'
import { jobs, schedule } from './schedule.ts'
import { sealedColumns } from './sealed.ts'
import { listeners } from './wiring.ts'

/** Puts the parts together; `main.ts` starts them and the tests use them as they are. */

export async function openHouse(
  config: Config,
  databaseUrl: string,
  log: Log = openLog(config),
  openBox: (config: Config) => Promise<SecretBox> = openSecretBox,
): Promise<House> {
  const box = await openBox(config)
  const board = new Switchboard(databaseUrl, { ...config, applicationName: `sublet ${box.knows}` })
  const pool = openPool(databaseUrl, config, board)
  const readers = new Readers(connectionTo(board))
  const clock = new Clock()
  const pulse = new Pulse(readers)
  pulse.on('clock', () => clock.reload(pool))
  pulse.on('secret_keys', async () => box.refresh())
  const house: House = { config, board, pool, db: openDb(pool), readers, clock, pulse, box, log }
  wire({ house }, listeners)
  makePapersBy({ house }, papers)
  knowAnswers({ house }, routes)
  await noticeNewerSchema(house)
  return house
}

/** Compared with the files as they are now: a newer version may be put in their place while this one runs. */
async function noticeNewerSchema(house: House): Promise<void> {
  const known = new Set(await migrationNames())
  house.pulse.on('schema', async () => {
    const newer = await unknownMigration(house.pool, known)
    if (newer !== null) health({ house }).overtake(newer)
  })
}

export async function closeHouse({ readers, pool }: House): Promise<void> {
  await readers.end()
  await pool.end()
}

export async function migrateHouse(house: House): Promise<string[]> {
  await refuseSharedSessions(house.pool)
  const applied = await migrate(house.pool)
  await migrateJobs(house)
  return applied
}

/** `watch` sees the server before its routes are added; tests use it to hold answers against their declarations. */
export async function buildApp(
  house: House,
  endpoints: readonly Endpoint[] = routes,
  watch?: (server: FastifyInstance) => void,
): Promise<FastifyInstance> {
  return buildServer({
    house,
    endpoints,
    described,
    identities: identitiesOf(house),
    metrics: metrics({ house }),
    explorer: portal({ house })?.explorer,
    pages: (server) => addPortal(server, portal({ house })),
    lost: lostPage(portal({ house })),
    ...(watch ? { watch } : {}),
  })
}

/** Before anything is sealed or opened; refuses a house that has not the keys of its database. */
export function openSealed(house: House): Promise<void> {
  return agreeOnSecretKey(contextOf(house, { actor: system('start') }), sealedColumns)
}

/** Before the first request: what each slice keeps in memory. */
export async function openSlices(house: House): Promise<void> {
  await openSealed(house)
  await openIdentity(house)
  await openNetwork(house)
}

/** Of the process that does heavy jobs, for a server or a command: bundled if they are. */
export const heavyProgram = ({ config }: House): HeavyProgram => ({
  url: new URL(`./heavy-process${extname(import.meta.filename)}`, import.meta.url),
  config: withoutSecrets(config),
})

interface RunningApp {
  readonly server: FastifyInstance
  readonly atWork: ReadonlyArray<Workers | HeavyJobs | Teller>
}

/** What a process of a house does of all there is to do. */
interface Part {
  readonly doesJobs: boolean
  /** Lets connections in. */
  open(server: FastifyInstance, config: Config): Promise<unknown>
}

/** The only process there is, at its own port. */
const whole: Part = {
  doesJobs: true,
  open: (server, { host, port }) => server.listen({ host, port, backlog: 1_024 }),
}

const startWorkers = async (house: House) => [
  await startJobs(house, jobs, schedule),
  new HeavyJobs(house, heavyProgram(house), jobs),
]

export async function startApp(house: House, part: Part = whole): Promise<RunningApp> {
  await openSlices(house)
  const server = await buildApp(house)
  const atWork = [...(part.doesJobs ? await startWorkers(house) : []), startTelling(house)]
  // What the process before this one died of may have left payments in the air; the timetable's first minute is long.
  // Who is to be asked about blocks should be known before the first one is listed; a new installation waits for its data.
  for (const job of [recoverAtStart, tendRdap, noticeDueSources])
    await enqueue(contextOf(house, { actor: system('start') }), job, {}, { key: job.name })
  await server.ready()
  // What starting has left behind goes now, while nobody waits for an answer.
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  try {
    await part.open(server, house.config)
  } catch (error) {
    await Promise.all(atWork.map((each) => each.stop()))
    throw error
  }
  health({ house }).serving = true
  house.pulse.beat()
  return { server, atWork }
}

/** Takes no new connections and finishes what is under way; the house itself stays open. */
export async function stopApp(house: House, { server, atWork }: RunningApp, closing?: Promise<void>): Promise<void> {
  house.pulse.rest()
  await Promise.all([drain(server, house, metrics({ house }), closing), ...atWork.map((each) => each.stop())])
  await closeIdentity(house)
}
