import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { companyAccounts } from '../../../src/invoicing/ledger/ledger.rules.ts'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { daysAsked } from '../../search.ts'
import { CsvLink } from '../../ui/download.tsx'
import { ledgerColumns, LedgerFilters } from '../../ui/ledger/entries.tsx'
import { List } from '../../ui/list-page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { BillingFrame } from './billing-frame.tsx'

/** The company's accounts, entry by entry. */

const page = getRouteApi('/signed-in/c/$company/billing/ledger')

export function Ledger() {
  const { uuid: tenantUUID } = useCompany()
  const search = page.useSearch()
  const { page: number = 1, account, from, to } = search
  const wish = { page: number, ...(account && { 'filter[account]': [account] }), ...daysAsked(from, to) }
  return (
    <BillingFrame
      title="Ledger"
      says="Every entry in your accounts: what you owe, your credits and what you are owed."
      actions={<CsvLink href={`/billing/v1/${tenantUUID}/ledger.csv`} by={wish} />}
    >
      <List
        filters={<LedgerFilters accounts={companyAccounts} search={search} />}
        label="Ledger"
        query={useQuery(read('/billing/v1/{tenantUUID}/ledger', { params: { path: { tenantUUID }, query: wish } }))}
        columns={ledgerColumns}
        rowKey={({ transfer_uuid, position }) => `${transfer_uuid} ${position}`}
        expected={10}
        empty={
          <EmptyState icon="invoice" title="No entries">
            Every invoice, payment and payout is recorded here.
          </EmptyState>
        }
      />
    </BillingFrame>
  )
}
