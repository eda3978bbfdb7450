import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { marketAudit, marketEvents } from '../../src/market/market.events.ts'

const src = join(import.meta.dirname, '../../src')

type Table = Pick<typeof marketEvents, 'all' | 'on'> | Pick<typeof marketAudit, 'all'>

/** What the tables of each slice declare, of events and of audited actions: whatever an `*.events.ts` exports. */
export const declaredTables = () =>
  Promise.all(
    globSync('**/*.events.ts', { cwd: src }).map(async (path) => {
      const exported = Object.values((await import(join(src, path))) as Record<string, Table>)
      return {
        slice: path.split('/')[0] ?? '',
        events: exported.flatMap((table) => ('on' in table ? table.all : [])),
        actions: exported.flatMap((table) => ('on' in table ? [] : table.all)),
      }
    }),
  )
