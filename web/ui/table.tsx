import { Link, type LinkProps } from '@tanstack/react-router'
import type { KeyboardEvent, ReactNode } from 'react'
import { asProblem } from '../api/problem.ts'
import { cx } from './cx.ts'
import { Icon } from './icons.tsx'
import { Pager, type PageMeta } from './pager.tsx'
import { ErrorNote, Skeleton } from './states.tsx'

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  readonly align?: 'right'
  /** The API's name to sort by. */
  readonly sort?: string
  /** Left out on narrow screens. */
  readonly wide?: true
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
  /** Where a row leads; its first cell is the link, and the whole row answers to it. */
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
                <Head key={column.title} column={column} sort={sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
          {data ? <Rows {...props} rows={data.data} /> : <Waiting columns={columns} rows={expected} />}
        </table>
      </section>
      {data?.meta && onPage && <Pager meta={data.meta} onPage={onPage} />}
    </>
  )
}

function cellClass<Row>({ align, wide }: Column<Row>): string {
  return cx('px-4', align === 'right' && 'text-right tabular-nums', wide && 'max-md:hidden')
}

interface HeadProps<Row> {
  readonly column: Column<Row>
  readonly sort: string | undefined
  readonly onSort: ((sort: string) => void) | undefined
}

function Head<Row>({ column, sort, onSort }: HeadProps<Row>) {
  const { title, sort: field } = column
  const direction = field && (sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : undefined)
  return (
    <th
      scope="col"
      aria-sort={direction || undefined}
      className={cx(cellClass(column), 'h-9 font-medium whitespace-nowrap')}
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
        <span className={cx(column.silent && 'sr-only')}>{title}</span>
      )}
    </th>
  )
}

function Rows<Row>({ rows, columns, rowKey, to }: TableProps<Row> & { readonly rows: readonly Row[] }) {
  return (
    <tbody onKeyDown={to && walkRows}>
      {rows.map((row) => (
        <tr
          key={rowKey(row)}
          className="relative border-b border-line last:border-b-0 hover:bg-hover has-[[data-row]:focus-visible]:bg-hover"
        >
          {columns.map((column, i) => (
            <td key={column.title} className={cx(cellClass(column), 'h-11 py-1.5')}>
              {i === 0 && to ? (
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
            </td>
          ))}
        </tr>
      ))}
    </tbody>
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
            <td key={column.title} className={cx(cellClass(column), 'h-11')}>
              <Skeleton className={cx(widths[(row + i) % widths.length], column.align === 'right' && 'ml-auto')} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
