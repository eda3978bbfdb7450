import { useQuery } from '@tanstack/react-query'
import type { AuditEntry as Entry } from '../../../client/portal.gen.ts'
import { read } from '../../api/query.ts'
import { useCompany, useMe } from '../../api/session.ts'
import { AuditEntry } from '../../ui/audit-entry.tsx'
import { CsvLink } from '../../ui/download.tsx'
import { Card } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Time } from '../../ui/values.tsx'

/** The newest lines of the audit log. */

const shown = 8

const latestOf = (tenantUUID: string) =>
  read('/portal/companies/{tenantUUID}/audit-log', {
    params: { path: { tenantUUID }, query: { per_page: shown, sort: ['-happened_at'] } },
  })

export function Activity() {
  const { uuid } = useCompany()
  return (
    <Card
      flush
      title="Recent activity"
      says="What was done for the company, and by whom. The file has all of it."
      actions={<CsvLink small href={`/billing/v1/${uuid}/audit-log.csv`} by={{}} />}
    >
      <Table
        label="Recent activity"
        query={useQuery(latestOf(uuid))}
        columns={columns}
        rowKey={({ uuid }) => uuid}
        expected={shown}
        empty={<EmptyState icon="clock" title="Nothing has happened yet" />}
      />
    </Card>
  )
}

const columns: readonly Column<Entry>[] = [
  { title: 'What', cell: (entry) => <AuditEntry entry={entry} /> },
  { title: 'By', wide: true, cell: ({ actor }) => <Actor {...actor} /> },
  { title: 'When', align: 'right', cell: ({ happened_at }) => <Time of={happened_at} real /> },
]

function Actor({ kind, id }: { readonly kind: string; readonly id: string }) {
  const { person } = useMe()
  const kinds: Readonly<Record<string, string>> = { key: 'A program', user: 'A member', system: 'Sublet' }
  return <span className="text-soft">{id === person.uuid ? 'You' : (kinds[kind] ?? kind)}</span>
}
