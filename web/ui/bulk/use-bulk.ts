import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { say } from '../toast.tsx'
import { forEachOf, type Failed } from './each.ts'
import type { Selection } from './selection.tsx'

/** Done with each of the chosen rows, by a call of its own. */

interface BulkOptions<Row> {
  readonly selection: Pick<Selection<Row>, 'keep'>
  /** Reads that this makes stale, by their paths. */
  readonly changes: readonly string[]
}

interface BulkState<Row> {
  readonly over: number
  /** How many in all; null while nothing goes on. */
  readonly of: number | null
  readonly failed: readonly Failed<Row>[]
  /** What was not begun, since all was stopped. */
  readonly left: number
}

export interface Bulk<Row> extends BulkState<Row> {
  /** `done` is said of those that succeeded. */
  readonly run: (rows: readonly Row[], work: (row: Row) => Promise<unknown>, done: (count: number) => string) => void
  readonly forget: () => void
}

const idle = { over: 0, of: null, failed: [], left: 0 }

/** Stops between two rows when the page is left; what failed stays chosen; the list is read anew, whatever happened. */
export function useBulk<Row>({ selection, changes }: BulkOptions<Row>): Bulk<Row> {
  const client = useQueryClient()
  const [state, setState] = useState<BulkState<Row>>(idle)
  const router = useRouter()
  const run = async (...[rows, work, done]: Parameters<Bulk<Row>['run']>) => {
    if (state.of !== null || rows.length === 0) return
    const { pathname } = router.state.location
    const goesOn = () => router.state.location.pathname === pathname
    setState({ ...idle, of: rows.length })
    const onStep = (over: number) => setState((old) => ({ ...old, over }))
    const outcome = await forEachOf(rows, work, { goesOn, onStep })
    selection.keep([...outcome.failed.map(({ item }) => item), ...outcome.left])
    setState({ ...idle, failed: outcome.failed, left: outcome.left.length })
    if (outcome.done.length > 0) say(done(outcome.done.length))
    await client.invalidateQueries({ predicate: ({ queryKey }) => changes.includes(String(queryKey[0])) })
  }
  return { ...state, run: (...given) => void run(...given), forget: () => setState(idle) }
}
