import { useState } from 'react'
import { Checkbox } from '../field.tsx'
import type { Column } from '../table.tsx'

/** Rows of a list that are chosen for what can be done with many at once. */

interface Choosing<Row> {
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** After "Select", for those who do not see the row. */
  readonly nameOf: (row: Row) => string
  /** Whether anything can be done with it at all. */
  readonly may: (row: Row) => boolean
}

export interface Selection<Row> {
  /** Of the rows that are shown. */
  readonly chosen: readonly Row[]
  readonly keep: (rows: readonly Row[]) => void
  readonly clear: () => void
  /** The first column: a box for each row, and one for all. */
  readonly column: Column<Row>
}

export function useSelection<Row>({ rows, keyOf, nameOf, may }: Choosing<Row>): Selection<Row> {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const all = rows.filter(may)
  const isChosen = (row: Row) => keys.has(keyOf(row))
  const set = (these: readonly Row[], on: boolean) =>
    setKeys((old) => (on ? old.union(new Set(these.map(keyOf))) : old.difference(new Set(these.map(keyOf)))))
  return {
    chosen: all.filter(isChosen),
    keep: (these) => setKeys(new Set(these.map(keyOf))),
    clear: () => setKeys(new Set()),
    column: {
      title: 'Select',
      silent: true,
      ...(all.length > 0 && {
        head: (
          <Checkbox
            label={<span className="sr-only">Select all on this page</span>}
            checked={all.every(isChosen)}
            indeterminate={all.some(isChosen) && !all.every(isChosen)}
            onChange={(on) => set(all, on)}
          />
        ),
      }),
      cell: (row) =>
        may(row) && (
          <Checkbox
            label={<span className="sr-only">Select {nameOf(row)}</span>}
            checked={isChosen(row)}
            onChange={(on) => set([row], on)}
          />
        ),
    },
  }
}
