import { useQuery } from '@tanstack/react-query'
import type { OperatorAuditEntry as Entry } from '../../../client/portal.gen.ts'
import { read } from '../../api/query.ts'
import { useMe } from '../../api/session.ts'
import { AuditEntry } from '../../ui/audit-entry.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Time } from '../../ui/values.tsx'
import { terms } from '../../ui/words.ts'
import { CompanyLink } from './company-link.tsx'

/** Entries of the audit log, of one company or of all. */

export interface LogFilter {
  readonly 'filter[company]'?: string
  readonly 'filter[action]'?: string[]
  readonly 'filter[date_from]'?: number
  readonly 'filter[date_to]'?: number
}

export const logPath = '/portal/operator/audit-log'

const logOf = (page: number, filter: LogFilter, most: number) =>
  read(logPath, { params: { query: { page, per_page: most, ...filter } } })

interface LogTableProps {
  readonly page: number
  readonly filter: LogFilter
  /** Without it only the newest are shown. */
  readonly onPage?: (page: number) => void
  readonly most?: number
  readonly empty: string
}

export function LogTable({ page, filter, onPage, most = 25, empty }: LogTableProps) {
  const { 'filter[company]': company } = filter
  return (
    <Table
      label={terms.activityLog}
      query={useQuery(logOf(page, filter, most))}
      columns={company === undefined ? columns : columns.filter(({ title }) => title !== 'Company')}
      rowKey={({ uuid }) => uuid}
      {...(onPage && { onPage })}
      expected={Math.min(most, 12)}
      empty={<EmptyState icon="clock" title={empty} />}
    />
  )
}

const columns: readonly Column<Entry>[] = [
  {
    title: 'Activity',
    cell: (entry) => (
      <>
        <AuditEntry entry={entry} />
        {entry.company && <p className="text-xs md:hidden">{entry.company.title}</p>}
      </>
    ),
  },
  {
    title: 'Company',
    wide: true,
    cell: ({ company }) =>
      company ? (
        <CompanyLink tenant={company.uuid} title={company.title} />
      ) : (
        <span className="text-faint">The marketplace</span>
      ),
  },
  { title: 'By', wide: true, cell: ({ actor }) => <Actor {...actor} /> },
  { title: 'When', align: 'right', cell: ({ happened_at }) => <Time of={happened_at} real /> },
]

const kinds: Readonly<Record<string, string>> = { key: 'App key', user: 'Person' }

function Actor({ kind, id, name }: Entry['actor']) {
  const { person } = useMe()
  if (kind === 'system') return <span className="text-soft">Sublet</span>
  if (id === person.uuid) return <span>You</span>
  return (
    <div className="whitespace-nowrap">
      <p>{name ?? 'Former member'}</p>
      <p className="text-xs text-faint">{kinds[kind] ?? kind}</p>
    </div>
  )
}
