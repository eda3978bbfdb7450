import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { Status } from '../../ui/badge.tsx'
import { Figure, PageHeader } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { Count, Money } from '../../ui/values.tsx'
import { Activity } from './activity.tsx'
import { Attention } from './attention.tsx'
import { useTotal } from './totals.ts'
import { Trouble } from './trouble.tsx'

/** How the company stands, what waits for it, and what happened lately. */
export function Home() {
  const { title, status } = useCompany()
  return (
    <>
      <PageHeader
        title={title}
        heading={
          <span className="flex flex-wrap items-center gap-3">
            {title}
            <span className="text-sm font-normal tracking-normal text-soft">
              <Status of={status} />
            </span>
          </span>
        }
      />
      <div className="flex flex-col gap-5">
        <Figures />
        <Attention />
        <Trouble />
        <Activity />
      </div>
    </>
  )
}

function Figures() {
  const { uuid: tenantUUID } = useCompany()
  const path = { tenantUUID }
  const leases = useTotal(
    read('/billing/v1/{tenantUUID}/market/ipv4/services', {
      params: { path, query: { per_page: 1, status: ['active'] } },
    }),
  )
  const offers = useTotal(
    read('/billing/v1/{tenantUUID}/market/services', {
      params: { path, query: { per_page: 1, 'filter[status]': ['validity_active'] } },
    }),
  )
  const unpaid = useTotal(
    read('/billing/v1/{tenantUUID}/invoices', {
      params: { path, query: { per_page: 1, 'filter[status]': ['unpaid'] } },
    }),
  )
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Figure name="Active leases">{countOf(leases)}</Figure>
      <Figure name="Blocks on offer">{countOf(offers)}</Figure>
      <Figure name="Unpaid invoices">{countOf(unpaid)}</Figure>
      <Figure name="Credits">
        <Credits />
      </Figure>
    </div>
  )
}

const countOf = (total: number | undefined) =>
  total === undefined ? <Skeleton className="h-7 w-10" /> : <Count of={total} />

function Credits() {
  const { uuid: user_id } = useCompany()
  const { data } = useQuery(read('/credits/public/{user_id}/balances', { params: { path: { user_id } } }))
  if (!data) return <Skeleton className="h-7 w-20" />
  const [balance] = data.data
  return <Money of={balance?.available_balance ?? 0} {...(balance && { currency: balance.currency })} />
}
