import type { OperatorOverview } from '../../../../client/portal.gen.ts'
import { settled } from '../../../ui/monthly.tsx'
import { Card } from '../../../ui/page.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { Table, type Column } from '../../../ui/table.tsx'
import { Money, Prefix, Time } from '../../../ui/values.tsx'

/** Leases whose period is over and not paid for. */

type Failed = OperatorOverview['failed_payments']
type Row = Failed['first'][number] & { readonly currency: string }

const nextSteps: Readonly<Record<Row['next_step'], string>> = {
  grace_first: 'Charged again',
  grace_second: 'Charged again',
  last_try: 'Charged a last time',
  end: 'The lease ends',
}

const columns: readonly Column<Row>[] = [
  { title: 'Company', cell: ({ company }) => company },
  { title: 'Block', wide: 'below', cell: ({ block }) => <Prefix of={block} /> },
  { title: 'Due', wide: true, cell: ({ due_at }) => <Time of={due_at} /> },
  {
    title: 'Next',
    wide: 'below',
    cell: ({ next_step, next_step_at }) => (
      <>
        {nextSteps[next_step]} <Time of={next_step_at} />
      </>
    ),
  },
  { title: 'Before tax', align: 'right', cell: ({ amount, currency }) => <Money of={amount} currency={currency} /> },
]

export function FailedPayments({ count, first, currency }: Failed & { readonly currency: string }) {
  if (count === 0) return null
  return (
    <div id="failed-payments" className="scroll-mt-4">
      <Card flush title="Failed payments" says={saysOf(count, first.length)}>
        <Table
          label="Failed payments"
          query={settled(first.map((row) => ({ ...row, currency })))}
          columns={columns}
          rowKey={({ company_uuid, block }) => `${company_uuid} ${block}`}
          to={({ company_uuid }) => ({ to: '/operator/companies/$tenant', params: { tenant: company_uuid } })}
          empty={<EmptyState icon="check" title="None" />}
        />
      </Card>
    </div>
  )
}

const saysOf = (count: number, shown: number): string =>
  count > shown
    ? `The ${shown} due longest of ${count.toLocaleString('en')} renewals that could not be charged.`
    : 'Renewals that could not be charged.'
