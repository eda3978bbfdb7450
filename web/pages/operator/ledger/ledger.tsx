import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { OperatorLedgerLine as Line } from '../../../../client/portal.gen.ts'
import { ledgerAccounts } from '../../../../src/invoicing/ledger/ledger.rules.ts'
import { read } from '../../../api/query.ts'
import { daysAsked } from '../../../search.ts'
import { CsvLink } from '../../../ui/download.tsx'
import { ledgerColumns, LedgerFilters } from '../../../ui/ledger/entries.tsx'
import { ListPage } from '../../../ui/list-page.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import type { Column } from '../../../ui/table.tsx'
import { CompanyLink } from '../company-link.tsx'

/** The whole ledger. */

const page = getRouteApi('/signed-in/operator/ledger')
const listPath = '/portal/operator/ledger'

export function Ledger() {
  const search = page.useSearch()
  const { page: number = 1, account, from, to } = search
  const wish = { page: number, ...(account && { 'filter[account]': [account] }), ...daysAsked(from, to) }
  return (
    <ListPage
      title="Ledger"
      says="All entries in every company’s accounts and the marketplace’s own. Every transfer balances to zero."
      actions={<CsvLink href={`${listPath}.csv`} by={wish} />}
      filters={<LedgerFilters accounts={ledgerAccounts} search={search} />}
      query={useQuery(read(listPath, { params: { query: wish } }))}
      columns={columns}
      rowKey={({ transfer_uuid, position }) => `${transfer_uuid} ${position}`}
      expected={12}
      empty={<EmptyState icon="invoice" title="No entries" />}
    />
  )
}

const columns: readonly Column<Line>[] = [
  ...ledgerColumns.slice(0, 2),
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
  ...ledgerColumns.slice(2),
]
