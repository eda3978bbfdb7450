import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { health } from '../../kernel/health.ts'
import type { House } from '../../kernel/house.ts'
import { openLogOf } from '../../kernel/log.ts'
import { metrics, type Measured } from '../../kernel/metrics.ts'
import { wakers } from '../../kernel/work/jobs.ts'
import { lanes, type LaneName } from '../../kernel/work/lanes.ts'
import { closeHouse, openHouse, startApp, stopApp } from '../build.ts'
import { codeOf, endWithin, longestStop } from '../stop.ts'
import { doesJobs, type Assignment, type Order, type Report } from './words.ts'

/** A server that gets its connections from the first process instead of a port, and goes when that says so. */

/** In ms: the first has to hear what we end with before its own time is up. */
const ahead = 700

const report = (said: Report): void => void process.send?.(said)

/** Returns the exit code. */
export async function serve({ config, databaseUrl, number }: Assignment): Promise<number> {
  const house = await openHouse(config, databaseUrl, openLogOf(config, number))
  try {
    const orders = new Orders(house)
    if (!doesJobs(number)) wakeElsewhere(house)
    metrics({ house }).ofAll = () => orders.askForMeasures()
    const app = await startApp(house, { doesJobs: doesJobs(number), open: async (server) => orders.openTo(server) })
    house.log.info({ pid: process.pid }, 'serves')
    report({ say: 'ready' })
    void tellWhenOvertaken(house)
    await orders.closing
    endWithin(house, longestStop - ahead)
    await stopApp(house, app, orders.closed)
    return (process.exitCode = codeOf(house))
  } finally {
    await closeHouse(house)
  }
}

async function tellWhenOvertaken(house: House): Promise<void> {
  await health({ house }).overtaken
  report({ say: 'overtaken' })
}

/** What is added here is taken up at once by who does the jobs. */
function wakeElsewhere(house: House): void {
  for (const lane of Object.keys(lanes) as LaneName[]) wakers({ house }).set(lane, () => report({ say: 'wake', lane }))
}

class Orders {
  readonly #house: House
  readonly #closing = Promise.withResolvers<void>()
  readonly #closed = Promise.withResolvers<void>()
  readonly #asked = new Map<number, (all: readonly Measured[]) => void>()
  #asks = 0
  #server: FastifyInstance | null = null

  constructor(house: House) {
    this.#house = house
    process.on('message', (order: Order, connection?: Socket) => this.#obey(order, connection))
  }

  get closing(): Promise<void> {
    return this.#closing.promise
  }

  get closed(): Promise<void> {
    return this.#closed.promise
  }

  openTo(server: FastifyInstance): void {
    this.#server = server
    // It never listens, and would else not look for requests that take too long.
    server.server.emit('listening')
  }

  askForMeasures(): Promise<readonly Measured[]> {
    const ask = ++this.#asks
    return new Promise((resolve) => {
      this.#asked.set(ask, resolve)
      report({ say: 'measures', ask })
    })
  }

  #obey(order: Order, connection?: Socket): void {
    if (order.say === 'connection') this.#take(order.turn, connection)
    else if (order.say === 'closing') this.#closing.resolve()
    else if (order.say === 'closed') this.#closed.resolve()
    else if (order.say === 'wake') wakers({ house: this.#house }).get(order.lane)?.()
    else if (order.say === 'measure') void this.#measure(order.ask)
    else {
      this.#asked.get(order.ask)?.(order.all)
      this.#asked.delete(order.ask)
    }
  }

  /** Who hangs up on the way is not there. */
  #take(turn: number, connection?: Socket): void {
    report({ say: 'took', turn })
    if (!connection) return
    // As the server makes its own: who has said all may still wait for the answer.
    connection.allowHalfOpen = true
    this.#server?.server.emit('connection', connection)
  }

  async #measure(ask: number): Promise<void> {
    report({ say: 'measured', ask, measured: await metrics({ house: this.#house }).measured() })
  }
}
