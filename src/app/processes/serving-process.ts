import { once } from 'node:events'
import { enableCompileCache } from 'node:module'
import type { Assignment } from './words.ts'

/** The program of a process that serves beside others (`first-process.ts`). */

// Who accepts connections for us, and has the data folder, is gone: whatever starts next must not meet us.
process.on('disconnect', () => process.exit(1))
// A signal is for the first process to hear, which tells us; a terminal and some supervisors send it to all.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
// Where the first has its own: it may not be where Node would look for it.
enableCompileCache(process.argv[2])

const assigned = once(process, 'message')
const { serve } = await import('./serving.ts')
const [assignment] = (await assigned) as [Assignment]
process.exit(await serve(assignment))
