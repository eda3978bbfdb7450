import { PageHeader } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'

/** What stands above each list of what waits for an operator. */
export function ApprovalsHead() {
  return (
    <>
      <PageHeader title="Approvals" says="What waits for your word, or for money that no machine sees." />
      <Tabs
        label="Approvals"
        tabs={[
          { label: 'Terminations', to: { to: '/operator/approvals' } },
          { label: 'Waiting orders', to: { to: '/operator/approvals/orders' } },
          { label: 'Payouts', to: { to: '/operator/approvals/payouts' } },
        ]}
      />
    </>
  )
}
