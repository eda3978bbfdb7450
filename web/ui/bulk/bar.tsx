import type { ReactNode } from 'react'
import { problemLine } from '../../api/problem.ts'
import { IconButton } from '../button.tsx'
import { Progress } from '../progress.tsx'
import type { Failed } from './each.ts'
import type { Selection } from './selection.tsx'
import type { Bulk } from './use-bulk.ts'

interface BulkBarProps<Row> {
  readonly selection: Selection<Row>
  /** What they are: `['listing', 'listings']`. */
  readonly nouns: readonly [one: string, many: string]
  /** Where each row has a call of its own. */
  readonly bulk?: Bulk<Row>
  /** What a row that failed is called. */
  readonly nameOf?: (row: Row) => string
  /** The buttons. */
  readonly children: ReactNode
}

export const counted = (count: number, [one, many]: readonly [string, string]): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** Between the filters and the rows: how many are chosen, what can be done with them, and how that goes. */
export function BulkBar<Row>({ selection, nouns, bulk, nameOf, children }: BulkBarProps<Row>) {
  const { chosen, clear } = selection
  const isRunning = bulk !== undefined && bulk.of !== null
  const hasFailed = bulk !== undefined && !isRunning && bulk.failed.length > 0
  if (chosen.length === 0 && !isRunning && !hasFailed) return null
  return (
    <section aria-label={`Selected ${nouns[1]}`} className="border-b border-line bg-accent-wash text-sm">
      {chosen.length > 0 && (
        <div inert={isRunning} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2 inert:opacity-55">
          <p aria-live="polite" className="mr-auto">
            {counted(chosen.length, nouns)} selected
          </p>
          {children}
          <IconButton small icon="close" label="Clear selection" onClick={clear} />
        </div>
      )}
      {isRunning && (
        <div className="px-4 pb-2.5">
          <Progress
            label="Working"
            value={bulk.over}
            of={bulk.of ?? bulk.over}
            says={`${bulk.over} of ${bulk.of ?? bulk.over}`}
          />
        </div>
      )}
      {hasFailed && nameOf && <Failures bulk={bulk} nouns={nouns} nameOf={nameOf} />}
    </section>
  )
}

interface FailuresProps<Row> {
  readonly bulk: Bulk<Row>
  readonly nouns: readonly [one: string, many: string]
  readonly nameOf: (row: Row) => string
}

/** Each refusal in its own words. */
function Failures<Row>({ bulk: { failed, left, forget }, nouns, nameOf }: FailuresProps<Row>) {
  return (
    <div role="alert" className="flex items-start gap-3 border-t border-line bg-bad-wash px-4 py-2">
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {counted(failed.length, nouns)} failed{left > 0 && `; ${left.toLocaleString('en')} not begun`}
        </p>
        <ul className="mt-1 max-h-40 overflow-y-auto text-soft">
          {failed.map(({ item, problem }: Failed<Row>) => (
            <li key={nameOf(item)}>
              <span className="font-medium text-ink">{nameOf(item)}</span>: {problemLine(problem)}
            </li>
          ))}
        </ul>
      </div>
      <IconButton small icon="close" label="Dismiss" onClick={forget} />
    </div>
  )
}
