import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Forecast as Foreseen } from '../../../client/api.gen.ts'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { usePatchSearch } from '../../search.ts'
import { Button } from '../../ui/button.tsx'
import { Answered, MonthTable, settled, Span } from '../../ui/monthly.tsx'
import { MonthBars, type BarSeries } from '../../ui/month-bars.tsx'
import { monthWord, shortMoney } from '../../ui/months.ts'
import { Card, Figure } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Count, Money, None, Prefix, Time } from '../../ui/values.tsx'
import { BillingFrame } from './billing-frame.tsx'

/** What will be charged and earned: the renewals themselves, worked out ahead. */

const page = getRouteApi('/signed-in/c/$company/billing/forecast')

const forecastOf = (tenantUUID: string, months: number) =>
  read('/billing/v1/{tenantUUID}/forecast', { params: { path: { tenantUUID }, query: { months } } })

type Month = Foreseen['months'][number]

const spans = ['3', '6', '12', '24'] as const

export function Forecast() {
  const { uuid } = useCompany()
  const { months = '6' } = page.useSearch()
  const patch = usePatchSearch<{ months: (typeof spans)[number] }>()
  const query = useQuery({ ...forecastOf(uuid, Number(months)), staleTime: 60_000, retry: false })
  return (
    <BillingFrame
      title="Renewals and forecast"
      says="Projected on the assumption that every payment succeeds and nothing is bought or ended."
      actions={
        <Span label="Period" word="Next" spans={spans} value={months} onChange={(value) => patch({ months: value })} />
      }
    >
      <Answered query={query}>{(foreseen) => <Shown foreseen={foreseen} />}</Answered>
    </BillingFrame>
  )
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

function Shown({ foreseen }: { readonly foreseen: Foreseen }) {
  const { months, currency, subscriptions } = foreseen
  const upcoming = subscriptions
    .flatMap(({ name, service_uuid, renewals }) =>
      renewals.map((renewal) => ({ ...renewal, name, key: `${service_uuid} ${renewal.date}` })),
    )
    .toSorted((a, b) => a.date - b.date)
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Figure name="To be charged">
          <Money of={sum(months.map(({ charged }) => charged))} currency={currency} />
        </Figure>
        <Figure name="To be earned" says="Net of commission.">
          <Money of={sum(months.map(({ earned }) => earned))} currency={currency} />
        </Figure>
        <Figure name="Renewals">
          <Count of={sum(months.map(({ renewals }) => renewals))} />
        </Figure>
        <Figure name="Next renewal">{upcoming[0] ? <Time of={upcoming[0].date} as="date" /> : <None />}</Figure>
      </div>
      <MonthChart months={months} currency={currency} />
      <MonthTable label="Forecast by month" months={months} columns={monthColumns} />
      <Upcoming renewals={upcoming} />
    </div>
  )
}

function MonthChart({ months, currency }: { readonly months: readonly Month[]; readonly currency: string }) {
  const all: readonly BarSeries[] = [
    { label: 'Charged', values: months.map(({ charged }) => charged), tone: 'info' },
    { label: 'Earned', values: months.map(({ earned }) => earned), tone: 'accent' },
  ]
  // Who only leases, or only lets, sees one kind of bar.
  const some = all.filter(({ values }) => values.some((value) => value !== 0))
  return (
    <Card title="Cash flow" says="The first and last month are partial.">
      <MonthBars
        label="Charged and earned by month; the table below has the figures"
        months={months.map(({ month }) => month)}
        series={some.length > 0 ? some : all}
        format={shortMoney(currency)}
        legend
      />
    </Card>
  )
}

const monthColumns: readonly Column<Month>[] = [
  { title: 'Month', cell: ({ month }) => monthWord(month) },
  { title: 'Renewals', align: 'right', wide: true, cell: ({ renewals }) => <Count of={renewals} /> },
  { title: 'Charged', align: 'right', cell: ({ charged }) => <Money of={charged} /> },
  { title: 'Earned', align: 'right', cell: ({ earned }) => <Money of={earned} /> },
  { title: 'Paid out', align: 'right', wide: true, cell: ({ paid_out }) => <Money of={paid_out} /> },
]

interface Renewal {
  readonly key: string
  readonly name: string
  readonly date: number
  readonly sub_total: number
  readonly tax: number
  readonly total: number
}

const firstShown = 10

function Upcoming({ renewals }: { readonly renewals: readonly Renewal[] }) {
  const [all, setAll] = useState(false)
  return (
    <Card flush title="Upcoming renewals">
      <Table
        label="Upcoming renewals"
        query={settled(all ? renewals : renewals.slice(0, firstShown))}
        columns={renewalColumns}
        rowKey={({ key }) => key}
        empty={
          <EmptyState icon="lease" title="No upcoming renewals">
            Leases renew monthly; upcoming charges are listed here.
          </EmptyState>
        }
      />
      {!all && renewals.length > firstShown && (
        <div className="border-t border-line px-4 py-2">
          <Button small look="quiet" icon="down" onClick={() => setAll(true)}>
            View all {renewals.length.toLocaleString('en')}
          </Button>
        </div>
      )}
    </Card>
  )
}

const renewalColumns: readonly Column<Renewal>[] = [
  {
    title: 'Block',
    cell: ({ name, date }) => (
      <span>
        <Prefix of={name} />
        <span className="block text-xs text-soft md:hidden">
          <Time of={date} as="date" />
        </span>
      </span>
    ),
  },
  { title: 'On', wide: true, cell: ({ date }) => <Time of={date} as="date" /> },
  { title: 'Price', align: 'right', wide: true, cell: ({ sub_total }) => <Money of={sub_total} /> },
  { title: 'Tax', align: 'right', wide: true, cell: ({ tax }) => <Money of={tax} /> },
  { title: 'Charged', align: 'right', cell: ({ total }) => <Money of={total} className="font-medium" /> },
]
