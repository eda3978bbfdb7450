import type { ReactNode } from 'react'
import { sentence } from '../../ui/badge.tsx'
import { Filters } from '../../ui/filters.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'
import { Select } from '../../ui/select.tsx'
import { Tabs } from '../../ui/tabs.tsx'

interface ApprovalsProps<S extends string> {
  /** Narrows the list down; what waits is shown unless another is chosen. */
  readonly status?: {
    readonly label: string
    readonly of: readonly S[]
    readonly value: S | 'all'
    /** What is shown without a choice; `pending` unless said otherwise. */
    readonly usual?: S
    readonly onChange: (value: S | 'all' | undefined) => void
  }
  /** The list as a file. */
  readonly file?: ReactNode
  /** Beside the filter. */
  readonly actions?: ReactNode
  /** The list. */
  readonly children: ReactNode
}

/** The frame of each list of what waits for an operator. */
export function Approvals<S extends string>({ status, file, actions, children }: ApprovalsProps<S>) {
  return (
    <>
      <PageHeader
        title="Approvals"
        says="Requests that need your decision, and payments to confirm by hand."
        actions={file}
      />
      <Tabs
        label="Approvals"
        tabs={[
          { label: 'Terminations', to: { to: '/operator/approvals' } },
          { label: 'Unpaid orders', to: { to: '/operator/approvals/orders' } },
          { label: 'Bank transactions', to: { to: '/operator/approvals/bank' } },
          { label: 'Payouts', to: { to: '/operator/approvals/payouts' } },
          { label: 'Payout files', to: { to: '/operator/approvals/payout-files' } },
        ]}
      />
      <Card flush>
        {status && (
          <Filters label={status.label}>
            <Select
              small
              label="Status"
              className="w-32"
              options={[...status.of, 'all' as const].map((value) => ({ value, label: sentence(value) }))}
              value={status.value}
              onChange={(value) => status.onChange(value === (status.usual ?? 'pending') ? undefined : value)}
            />
            {actions}
          </Filters>
        )}
        {children}
      </Card>
    </>
  )
}
