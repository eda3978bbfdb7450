import type { ReactNode } from 'react'
import { useCompany } from '../../api/session.ts'
import { PageHeader } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'

const navItems = [
  ['Invoices', '/c/$company/billing'],
  ['Payment methods', '/c/$company/billing/methods'],
  ['Credits', '/c/$company/billing/credits'],
  ['Ledger', '/c/$company/billing/ledger'],
  ['Renewals and forecast', '/c/$company/billing/forecast'],
  ['Terminations', '/c/$company/billing/terminations'],
] as const

interface BillingFrameProps {
  readonly title: string
  readonly says: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The pages of billing hang together. */
export function BillingFrame({ title, says, actions, children }: BillingFrameProps) {
  const { param: company } = useCompany()
  return (
    <>
      <PageHeader title={title} says={says} actions={actions} />
      <Tabs label="Billing" tabs={navItems.map(([label, to]) => ({ label, to: { to, params: { company } } }))} />
      {children}
    </>
  )
}
