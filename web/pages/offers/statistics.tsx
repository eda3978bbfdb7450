import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { MarketStatistics as Statistics } from '../../../client/api.gen.ts'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { usePatchSearch } from '../../search.ts'
import { Status } from '../../ui/badge.tsx'
import { Answered, MonthTable, settled, Span } from '../../ui/monthly.tsx'
import { MonthBars } from '../../ui/month-bars.tsx'
import { Card, Figure, PageHeader } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Count, Money, Prefix } from '../../ui/values.tsx'
import { monthWord, shortMoney } from '../../ui/months.ts'
import { percent, terms } from '../../ui/words.ts'
import { prefixOf } from './offer-read.ts'
import { UsageBar } from './usage.tsx'
import { offerWords } from './words.ts'

/** What a holder's blocks came to, month by month. */

const page = getRouteApi('/signed-in/c/$company/earnings')

const statisticsOf = (tenantUUID: string, months: number) =>
  read('/billing/v1/{tenantUUID}/market/statistics', { params: { path: { tenantUUID }, query: { months } } })

type Month = Statistics['months'][number]
type Top = Statistics['top_offers'][number]

const spans = ['6', '12', '24', '36'] as const

export function Statistics() {
  const { uuid } = useCompany()
  const { months = '12' } = page.useSearch()
  const patch = usePatchSearch<{ months: (typeof spans)[number] }>()
  const query = useQuery(statisticsOf(uuid, Number(months)))
  return (
    <>
      <PageHeader
        title={terms.earnings}
        says="All your blocks: earnings and occupancy."
        actions={
          <Span
            label="Period"
            word="Last"
            spans={spans}
            value={months}
            onChange={(value) => patch({ months: value })}
          />
        }
      />
      <Answered query={query}>{(statistics) => <Shown statistics={statistics} />}</Answered>
    </>
  )
}

function Shown({ statistics }: { readonly statistics: Statistics }) {
  const { now, months, top_offers, currency } = statistics
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Figure name="Monthly run rate">
          <Money of={now.run_rate} currency={currency} />
        </Figure>
        <Figure
          name={terms.occupancy}
          says={`${now.ips.used.toLocaleString('en')} of ${now.ips.listed.toLocaleString('en')}`}
        >
          {percent(now.utilisation_percent)}
        </Figure>
        <Figure name="Listed blocks">
          <Count of={now.offers} />
        </Figure>
        <Figure name="Leases">
          <Count of={now.leases} />
        </Figure>
      </div>
      <Charts months={months} currency={currency} />
      <TopOffers offers={top_offers} />
      <MonthTable label="By month" months={months.toReversed()} columns={monthColumns} />
    </div>
  )
}

function Charts({ months, currency }: { readonly months: readonly Month[]; readonly currency: string }) {
  const names = months.map(({ month }) => month)
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
      <Card title="Run rate and earnings" says="Earnings are net of commission; the current month is not complete.">
        <MonthBars
          label="Run rate and earnings by month; figures in the table below"
          months={names}
          series={[
            { label: 'Run rate', values: months.map(({ run_rate }) => run_rate), tone: 'accent' },
            { label: 'Earnings', values: months.map(({ earnings }) => earnings), tone: 'info' },
          ]}
          format={shortMoney(currency)}
        />
      </Card>
      <Card title={terms.occupancy} says="Share of listed addresses that were leased.">
        <MonthBars
          label="Occupancy by month; figures in the table below"
          months={names}
          series={[{ label: terms.occupancy, values: months.map((one) => one.utilisation_percent), tone: 'info' }]}
          format={percent}
        />
      </Card>
    </div>
  )
}

function TopOffers({ offers }: { readonly offers: readonly Top[] }) {
  const { param: company } = useCompany()
  return (
    <Card flush title={terms.topEarning}>
      <Table
        label={terms.topEarning}
        query={settled(offers)}
        columns={topColumns}
        rowKey={({ uuid }) => uuid}
        to={({ uuid }) => ({ to: '/c/$company/offers/$offer', params: { company, offer: uuid } })}
        empty={<EmptyState icon="offer" title="No leases yet" />}
      />
    </Card>
  )
}

const topColumns: readonly Column<Top>[] = [
  { title: 'Block', cell: (offer) => <Prefix of={prefixOf(offer)} /> },
  {
    title: 'Status',
    wide: true,
    cell: ({ status }) => <Status of={status} label={offerWords[status].label} tone={offerWords[status].tone} />,
  },
  {
    title: terms.occupancy,
    wide: 'below',
    cell: ({ utilisation_percent }) => <UsageBar percent={utilisation_percent} />,
  },
  { title: 'Leases', wide: true, align: 'right', cell: ({ leases }) => <Count of={leases} /> },
  { title: 'Per month', align: 'right', cell: ({ run_rate }) => <Money of={run_rate} /> },
]

const monthColumns: readonly Column<Month>[] = [
  { title: 'Month', cell: ({ month }) => monthWord(month) },
  { title: 'Run rate', align: 'right', cell: ({ run_rate }) => <Money of={run_rate} /> },
  { title: 'Earnings', align: 'right', cell: ({ earnings }) => <Money of={earnings} /> },
  { title: 'Listed', wide: true, align: 'right', cell: ({ ips }) => <Count of={ips.listed} /> },
  {
    title: terms.occupancy,
    wide: true,
    align: 'right',
    cell: ({ utilisation_percent }) => percent(utilisation_percent),
  },
  { title: 'Started', wide: true, align: 'right', cell: ({ leases_started }) => <Count of={leases_started} /> },
  { title: 'Ended', wide: true, align: 'right', cell: ({ leases_ended }) => <Count of={leases_ended} /> },
]
