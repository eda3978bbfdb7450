import { Link } from '@tanstack/react-router'
import { useCompany } from '../../api/session.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { MonthBars } from '../../ui/month-bars.tsx'
import { shortMoney } from '../../ui/months.ts'
import { Card, LinkFigure } from '../../ui/page.tsx'
import { Count, Described, Money, Prefix, Time } from '../../ui/values.tsx'
import { pageOf, waitingOf, type Home, type Kind } from './home-read.ts'
import { SideHead } from './side-head.tsx'

/** What the company leases out: how much of it is taken, what it brings, who waits, and what nobody finds. */

export function Holding({ home }: { readonly home: Home }) {
  return (
    <section aria-labelledby="leasing-out" className="flex flex-col gap-3">
      <SideHead id="leasing-out" title="Leasing out" to="/offers" all="All blocks" />
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Occupancy home={home} />
        <Earned home={home} />
        <Asked home={home} kind="reservations_to_answer" name="Requests to answer" at="/reservations" />
        <Asked
          home={home}
          kind="letters_to_release"
          name="LOA requests"
          at="/letters-to-do"
          search={{ status: 'pending' }}
        />
      </div>
      <div className="grid grid-cols-1 gap-3 lg:grid-cols-2">
        <Trend home={home} />
        <OffMarket home={home} />
      </div>
    </section>
  )
}

function Occupancy({ home }: { readonly home: Home }) {
  const { param } = useCompany()
  const { ips, utilisation_percent: percent } = home.holding
  return (
    <LinkFigure
      name="Occupancy"
      to={pageOf(param)('/earnings')}
      says={
        percent === null
          ? 'Nothing is verified yet'
          : `${ips.used.toLocaleString('en')} of ${ips.listed.toLocaleString('en')} addresses`
      }
    >
      {percent === null ? 'Unknown' : `${percent}%`}
    </LinkFigure>
  )
}

function Earned({ home }: { readonly home: Home }) {
  const { param } = useCompany()
  const { months } = home.holding
  const [now, last] = [months.at(-1)?.earnings ?? 0, months.at(-2)?.earnings ?? 0]
  return (
    <LinkFigure
      name="Earned this month"
      to={pageOf(param)('/earnings')}
      says={
        <>
          <Money of={last} currency={home.currency} /> last month
        </>
      }
    >
      <Money of={now} currency={home.currency} />
    </LinkFigure>
  )
}

interface AskedProps {
  readonly home: Home
  readonly kind: Kind
  readonly name: string
  readonly at: string
  readonly search?: object
}

function Asked({ home, kind, name, at, search }: AskedProps) {
  const { param } = useCompany()
  const { count = 0, at: lapses = null } = waitingOf(home, kind) ?? {}
  return (
    <LinkFigure
      name={name}
      to={pageOf(param)(at, search)}
      {...(count > 0 && { tone: 'warn' as const })}
      says={
        count === 0 ? (
          'None waits'
        ) : lapses === null ? (
          'Waiting for you'
        ) : (
          <>
            The first lapses <Time of={lapses} />
          </>
        )
      }
    >
      <Count of={count} />
    </LinkFigure>
  )
}

function Trend({ home }: { readonly home: Home }) {
  const { months, run_rate } = home.holding
  return (
    <Card
      title="Earnings"
      says={
        <>
          After commission. Running leases come to <Money of={run_rate} currency={home.currency} /> a month before it.
        </>
      }
    >
      <MonthBars
        label={`Earnings by month: ${months.map(({ month, earnings }) => `${month} ${earnings}`).join(', ')}`}
        months={months.map(({ month }) => month)}
        series={[{ label: 'Earnings', values: months.map(({ earnings }) => earnings), tone: 'accent' }]}
        format={shortMoney(home.currency)}
      />
    </Card>
  )
}

type Reason = Home['holding']['off_market']['reasons'][number]['reason']

const reasons: Readonly<Record<Reason, readonly [label: string, tone: Tone, says: string]>> = {
  validity_invalid: ['Check failed', 'bad', 'A check failed.'],
  auth_failed_verify: ['Not verified', 'bad', 'It was not proven in time.'],
  auth_failed_verify_email_not_found: ['No contact known', 'bad', 'The registry names nobody to mail a code to.'],
  auth_failed_verify_email_not_sent: ['Mail not delivered', 'bad', 'The code could not be delivered.'],
  auth_pending: ['Waiting for proof', 'warn', 'Prove that the block is yours.'],
  validity_pending: ['Being checked', 'info', 'The checks run now.'],
  hidden: ['Hidden', 'plain', 'You have hidden it: only those with its link find it.'],
}

const filterOf = (reason: Reason): object =>
  reason === 'hidden' ? { hidden: 'true', status: 'validity_active' } : { status: reason }

function OffMarket({ home }: { readonly home: Home }) {
  const { off_market } = home.holding
  return (
    <Card flush title="Off the market" actions={<Reasons of={off_market.reasons} />}>
      {off_market.blocks.length === 0 && (
        <p className="px-4 py-3 text-sm text-soft">Every block that you have listed can be found.</p>
      )}
      <ul className="divide-y divide-line">
        {off_market.blocks.map((block) => (
          <li key={block.uuid}>
            <OffMarketRow {...block} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Reasons({ of }: { readonly of: Home['holding']['off_market']['reasons'] }) {
  const { param } = useCompany()
  return of.map(({ reason, count }) => (
    <Link key={reason} {...pageOf(param)('/offers', filterOf(reason))} className="rounded-sm hover:underline">
      <Badge tone={reasons[reason][1]}>
        {reasons[reason][0]} {count.toLocaleString('en')}
      </Badge>
    </Link>
  ))
}

function OffMarketRow({ uuid, block, reason, why }: Home['holding']['off_market']['blocks'][number]) {
  const { param } = useCompany()
  const [label, tone, says] = reasons[reason]
  const to = reason.startsWith('auth') ? `/offers/${uuid}/verify` : `/offers/${uuid}`
  return (
    <Link {...pageOf(param)(to)} className="block px-4 py-2 text-sm -outline-offset-2 hover:bg-hover">
      <span className="flex items-center justify-between gap-3">
        <Prefix of={block} />
        <Badge tone={tone}>{label}</Badge>
      </span>
      <span className="mt-0.5 line-clamp-2 text-xs text-soft">
        <Described as={why.length > 0 ? why.join(' ') : says} />
      </span>
    </Link>
  )
}
