import { useQuery } from '@tanstack/react-query'
import { read, type AnswerOf } from '../../api/query.ts'
import { useCompany, useMe } from '../../api/session.ts'
import { sentence } from '../../ui/badge.tsx'
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

type Entry = AnswerOf<typeof latestOf>['data'][number]

export function Activity() {
  const { uuid } = useCompany()
  return (
    <Card flush title="Lately" says="What was done for the company, and by whom.">
      <Table
        label="What was done lately"
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
  {
    title: 'What',
    cell: ({ action, data }) => (
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">{wordsFor(action)}</span>
        <span className="text-soft">{nameIn(data)}</span>
      </span>
    ),
  },
  { title: 'By', wide: true, cell: ({ actor }) => <Actor {...actor} /> },
  { title: 'When', align: 'right', cell: ({ happened_at }) => <Time of={happened_at} real /> },
]

/** Actions are a noun and an event of its table; where that reads badly, in better words. */
const words: Readonly<Record<string, string>> = {
  'allocation.lease': 'Block let',
  'cart.order': 'Cart ordered',
  'commitment.begin': 'Commitment begun',
  'invoice.issued': 'Invoice issued',
  'lease.activate': 'Lease active',
  'lease.end': 'Lease ended',
  'lease.suspend': 'Lease suspended',
  'member.added': 'Member added',
  'payment.succeed': 'Payment received',
  'payment.decline': 'Payment declined',
  'sales_order.pay': 'Order paid',
  'sales_order.settle': 'Order settled',
  'tenant.activate': 'Company activated',
  'tenant.changed': 'Company changed',
  'tenant.created': 'Company founded',
  'tenant.suspend': 'Company suspended',
}

const wordsFor = (action: string) => words[action] ?? sentence(action.replaceAll('.', ' '))

/** What the entry is about, as far as it names it. */
function nameIn(data: Readonly<Record<string, unknown>>): string {
  const named = data['name'] ?? data['email'] ?? data['title'] ?? data['block'] ?? data['number']
  return typeof named === 'string' ? named : ''
}

function Actor({ kind, id }: { readonly kind: string; readonly id: string }) {
  const { person } = useMe()
  const kinds: Readonly<Record<string, string>> = { key: 'A program', user: 'A member', system: 'Sublet' }
  return <span className="text-soft">{id === person.uuid ? 'You' : (kinds[kind] ?? kind)}</span>
}
