import module from 'node:module'
import { reportForWork } from '../kernel/work/priority.ts'
import type { Order, Report } from '../kernel/work/heavy-jobs.ts'

/** The program of a server's workshop: one heavy job for each order, as the server itself would do it. */

reportForWork()
// What the server has compiled need not be compiled again, so the rest of the program comes after this.
module.enableCompileCache()

let under = 0
const bench = import('./workbench.ts')

async function carryOut({ config, databaseUrl, ...errand }: Order): Promise<void> {
  under++
  const failure = await bench.then(({ work }) => work({ config, databaseUrl }, errand)).then(() => null, wordsFor)
  under--
  process.send?.({ id: errand.id, failure } satisfies Report)
}

const wordsFor = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))

/** Whoever has begun us sends us away, or is dead: then what is under way will be done again. */
async function leave(): Promise<void> {
  if (under === 0) await bench.then(({ tidyUp }) => tidyUp())
  process.exit()
}

process.on('message', (order: Order) => void carryOut(order))
process.on('disconnect', () => void leave())
// A terminal's Ctrl-C is for the server to hear.
process.on('SIGINT', () => undefined)
