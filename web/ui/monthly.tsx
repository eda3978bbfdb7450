import type { ReactNode } from 'react'
import { asProblem } from '../api/problem.ts'
import { Card } from './page.tsx'
import { Select } from './select.tsx'
import { EmptyState, ErrorNote, Skeleton } from './states.tsx'
import { Table, type Column } from './table.tsx'

/** What pages about months have in common: how many of them, waiting for them, and each of them in a table. */

interface SpanProps<S extends string> {
  readonly label: string
  /** "Last" or "Next". */
  readonly word: string
  readonly spans: readonly S[]
  readonly value: S
  readonly onChange: (value: S) => void
}

export function Span<S extends string>({ label, word, spans, value, onChange }: SpanProps<S>) {
  return (
    <div className="w-36">
      <Select
        label={label}
        options={spans.map((value) => ({ value, label: `${word} ${value} months` }))}
        value={value}
        onChange={onChange}
      />
    </div>
  )
}

interface AnsweredProps<T> {
  readonly query: {
    readonly data: { readonly data: T } | undefined
    readonly error: unknown
    readonly refetch: () => unknown
  }
  readonly children: (answer: T) => ReactNode
}

/** What was asked for, the refusal, or room for it. */
export function Answered<T>({ query: { data, error, refetch }, children }: AnsweredProps<T>) {
  if (data) return children(data.data)
  if (error) return <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} />
  return <Skeleton className="h-96 w-full" />
}

/** Rows that are there already, as a table asks for them. */
export const settled = <Row,>(rows: readonly Row[]) => ({
  data: { data: rows },
  error: null,
  isPlaceholderData: false,
  refetch: () => undefined,
})

interface MonthTableProps<Month> {
  readonly label: string
  readonly months: readonly Month[]
  readonly columns: readonly Column<Month>[]
}

export function MonthTable<Month extends { readonly month: string }>(props: MonthTableProps<Month>) {
  const { label, months, columns } = props
  return (
    <Card flush title="By month">
      <Table
        label={label}
        query={settled(months)}
        columns={columns}
        rowKey={({ month }) => month}
        empty={<EmptyState icon="chart" title="No months yet" />}
      />
    </Card>
  )
}
