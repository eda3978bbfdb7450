import { Link, type LinkProps } from '@tanstack/react-router'
import type { KeyboardEvent, ReactNode } from 'react'
import { questionOf } from '../api/asked.ts'
import { asProblem } from '../api/problem.ts'
import { cx } from './cx.ts'
import { Icon } from './icons.tsx'
import { Pager, type PageMeta } from './pager.tsx'
import { ErrorNote, Skeleton } from './states.tsx'

export interface Column<Row> {
  readonly title: string
  /** What stands at the top where words are not enough: a box that chooses all. */
  readonly head?: ReactNode
  readonly cell: (row: Row) => ReactNode
  readonly align?: 'right'
  /** The API's name to sort by. */
  readonly sort?: string
  /** On narrow screens left out, or `below` what names the row. */
  readonly wide?: true | 'below'
  /** For columns of buttons: the title is only read out. */
  readonly silent?: true
}

/** What a query of TanStack Query tells, as far as a table cares. */
interface Asked<Row> {
  readonly data: { readonly data: readonly Row[]; readonly meta?: PageMeta } | undefined
  readonly error: unknown
  readonly isPlaceholderData: boolean
  readonly refetch: () => unknown
}

export interface TableProps<Row> {
  /** What the rows are, for those who do not see the heading. */
  readonly label: string
  readonly query: Asked<Row>
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string
  /** Where a row leads; the cell that names it is the link, and the whole row answers to it. */
  readonly to?: (row: Row) => LinkProps
  readonly empty: ReactNode
  /** As in the address: `field` or `-field`. */
  readonly sort?: string
  readonly onSort?: (sort: string) => void
  readonly onPage?: (page: number) => void
  /** Rows to keep room for while they are on their way. */
  readonly expected?: number
}

export function Table<Row>(props: TableProps<Row>) {
  const { label, query, columns, empty, sort, onSort, onPage, expected = 5 } = props
  const { data, error } = query
  if (error && !data)
    return <ErrorNote problem={asProblem(error)} onRetry={() => void query.refetch()} className="m-4" />
  if (data && data.data.length === 0 && (data.meta?.total ?? 0) === 0) return empty
  return (
    <>
      <section className="relative overflow-x-auto" aria-label={label} tabIndex={0}>
        <table className={cx('w-full border-collapse text-sm', query.isPlaceholderData && 'opacity-60')}>
          <thead>
            <tr className="border-b border-line text-left text-xs text-faint">
              {columns.map((column) => (
                <Head key={column.title} column={column} columns={columns} sort={sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
          {data ? <Rows {...props} rows={data.data} /> : <Waiting columns={columns} rows={expected} />}
        </table>
      </section>
      {data?.meta && onPage && <Pager meta={data.meta} onPage={onPage} asked={questionOf(data)} />}
    </>
  )
}

/** Narrow screens have less room between columns, and as much as ever at the ends of a row. */
function cellClass<Row>(column: Column<Row>, columns: readonly Column<Row>[]): string {
  const { align, wide, silent } = column
  const isFirst = column === columns.find((one) => !one.wide)
  const isLast = column === columns.findLast((one) => !one.wide)
  return cx(
    'px-4',
    !isFirst && 'max-sm:pl-2',
    !isLast && 'max-sm:pr-2',
    align === 'right' ? 'text-right tabular-nums' : silent && 'w-px',
    wide && 'max-md:hidden',
  )
}

interface HeadProps<Row> {
  readonly column: Column<Row>
  readonly columns: readonly Column<Row>[]
  readonly sort: string | undefined
  readonly onSort: ((sort: string) => void) | undefined
}

function Head<Row>({ column, columns, sort, onSort }: HeadProps<Row>) {
  const { title, sort: field } = column
  const direction = field && (sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : undefined)
  return (
    <th
      scope="col"
      aria-sort={direction || undefined}
      className={cx(cellClass(column, columns), 'h-9 font-medium whitespace-nowrap')}
    >
      {field && onSort ? (
        <button
          type="button"
          onClick={() => onSort(direction === 'ascending' ? `-${field}` : field)}
          className={cx('-mx-1 inline-flex items-center gap-1 rounded-sm px-1 hover:text-ink', direction && 'text-ink')}
        >
          {title}
          <Icon
            name={direction === 'descending' ? 'down' : direction === 'ascending' ? 'up' : 'updown'}
            className={cx('size-3', !direction && 'opacity-50')}
          />
        </button>
      ) : (
        (column.head ?? <span className={cx(column.silent && 'sr-only')}>{title}</span>)
      )}
    </th>
  )
}

function Rows<Row>({ rows, columns, rowKey, to }: TableProps<Row> & { readonly rows: readonly Row[] }) {
  const naming = columns.find(({ silent, wide }) => !silent && !wide)
  const below = columns.filter(({ wide }) => wide === 'below')
  return (
    <tbody onKeyDown={to && walkRows}>
      {rows.map((row) => (
        <tr
          key={rowKey(row)}
          className="relative border-b border-line last:border-b-0 hover:bg-hover has-[[data-row]:focus-visible]:bg-hover"
        >
          {columns.map((column) => (
            <td key={column.title} className={cx(cellClass(column, columns), 'h-11 py-1.5')}>
              {column === naming && to ? (
                <Link
                  {...to(row)}
                  data-row
                  className="font-medium text-ink after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-sm focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
                >
                  {column.cell(row)}
                </Link>
              ) : (
                <div
                  className={cx(to && column.silent && 'relative z-10', column.align === 'right' && 'flex justify-end')}
                >
                  {column.cell(row)}
                </div>
              )}
              {column === naming && below.length > 0 && <Below row={row} columns={below} />}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

/** What is worth knowing where there is no room for columns. */
function Below<Row>({ row, columns }: { readonly row: Row; readonly columns: readonly Column<Row>[] }) {
  return (
    <div className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-soft md:hidden">
      {columns.map(({ title, cell, silent }) => (
        <div key={title} className={cx('min-w-0', silent && 'relative z-10')}>
          {cell(row)}
        </div>
      ))}
    </div>
  )
}

/** Up and down between rows, as in a list; Enter follows the link. */
function walkRows(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }[event.key]
  if (step === undefined || !(event.target instanceof HTMLElement) || !('row' in event.target.dataset)) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const next = links[links.indexOf(event.target) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

const widths = ['w-32', 'w-24', 'w-20', 'w-28']

function Waiting<Row>({ columns, rows }: { readonly columns: readonly Column<Row>[]; readonly rows: number }) {
  return (
    <tbody aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <tr key={row} className="border-b border-line last:border-b-0">
          {columns.map((column, i) => (
            <td key={column.title} className={cx(cellClass(column, columns), 'h-11')}>
              <Skeleton className={cx(widths[(row + i) % widths.length], column.align === 'right' && 'ml-auto')} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
