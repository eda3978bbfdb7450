import { once } from 'node:events'
import { registerHooks } from 'node:module'
import type { Assignment } from '../kernel/work/heavy-jobs.ts'
import { reportForWork } from '../kernel/work/priority.ts'

/** The program of the process that does heavy jobs (`kernel/work/heavy-jobs.ts`). */

// The job library would look for settings in every folder above, which this process may not; there are none.
const noSettings = 'data:text/javascript,export const cosmiconfigSync=()=>({search(){}})'
registerHooks({
  resolve: (name, context, next) =>
    name === 'cosmiconfig' ? { url: noSettings, shortCircuit: true } : next(name, context),
})
// Whoever has begun us is dead: what is under way will be done again.
process.on('disconnect', () => process.exit(1))
// A terminal's Ctrl-C is for them to hear.
process.on('SIGINT', () => undefined)

const assigned = once(process, 'message')
reportForWork()
const { work } = await import('./heavy-work.ts')
const [assignment] = (await assigned) as [Assignment]
process.exit(await work(assignment))
