import { usePatchSearch } from '../../search.ts'
import { sentence } from '../badge.tsx'
import { ChoiceFilter, DayFilter, Filters } from '../filters.tsx'
import type { Column } from '../table.tsx'
import { Money, Time } from '../values.tsx'

/** Entries of the ledger, a company's or everybody's. */

interface LedgerSearch<Account extends string> {
  readonly account?: Account
  readonly from?: string
  readonly to?: string
}

interface LedgerFiltersProps<Account extends string> {
  readonly accounts: readonly Account[]
  readonly search: LedgerSearch<Account>
}

export function LedgerFilters<Account extends string>({ accounts, search }: LedgerFiltersProps<Account>) {
  const { account, from, to } = search
  const patch = usePatchSearch<LedgerSearch<Account>>()
  const any = account ?? from ?? to
  const none = { account: undefined, from: undefined, to: undefined }
  return (
    <Filters label="Filter ledger" onClear={any === undefined ? undefined : () => patch(none)}>
      <ChoiceFilter
        label="Account"
        any="Any account"
        options={accounts.map((value) => ({ value, label: sentence(value) }))}
        value={account}
        onChange={(value) => patch({ account: value })}
      />
      <DayFilter label="From" value={from} onChange={(day) => patch({ from: day })} />
      <DayFilter label="To" value={to} onChange={(day) => patch({ to: day })} />
    </Filters>
  )
}

interface Line {
  readonly happened_at: number
  readonly kind: string
  readonly account: string
  readonly number: string | null
  readonly amount: number
  readonly currency: string
}

/** What every line shows; what names it stands first. */
export const ledgerColumns: readonly Column<Line>[] = [
  {
    title: 'Description',
    cell: ({ kind, number }) => (
      <span className="flex flex-wrap items-center gap-2">
        {sentence(kind)}
        {number !== null && <span className="font-mono text-xs whitespace-nowrap text-faint">{number}</span>}
      </span>
    ),
  },
  { title: 'Date', wide: 'below', cell: ({ happened_at }) => <Time of={happened_at} as="date" /> },
  { title: 'Account', wide: 'below', cell: ({ account }) => sentence(account) },
  { title: 'Debit', align: 'right', cell: ({ amount, currency }) => <Side of={amount} currency={currency} /> },
  { title: 'Credit', align: 'right', cell: ({ amount, currency }) => <Side of={-amount} currency={currency} /> },
]

/** An entry stands on one side. */
function Side({ of, currency }: { readonly of: number; readonly currency: string }) {
  return of > 0 ? <Money of={of} currency={currency} /> : null
}
