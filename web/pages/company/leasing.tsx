import { Link } from '@tanstack/react-router'
import { useCompany } from '../../api/session.ts'
import { LinkButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { LevelStatus } from '../../ui/health.tsx'
import { Card, LinkFigure } from '../../ui/page.tsx'
import { Count, Money, Prefix, Time } from '../../ui/values.tsx'
import { countOf, pageOf, several, type Home } from './home-read.ts'
import { SideHead } from './side-head.tsx'

/** What the company leases: how it stands, what renews and costs next, what is under way. */

export function Leasing({ home }: { readonly home: Home }) {
  return (
    <section aria-labelledby="leasing" className="flex flex-col gap-3">
      <SideHead id="leasing" title="Leasing" to="/leases" all="All leases" />
      <Figures home={home} />
      <div className="grid grid-cols-1 gap-3 lg:grid-cols-[2fr_1fr]">
        <Renewals home={home} />
        <Routing home={home} />
      </div>
    </section>
  )
}

function Figures({ home }: { readonly home: Home }) {
  const { param } = useCompany()
  const at = pageOf(param)
  const { leases, per_month, renewals, cart } = home.leasing
  const { currency } = home
  const inCart = cart.blocks + cart.letters
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <LinkFigure
        name="Active leases"
        to={at('/leases', { status: 'active' })}
        says={
          <>
            <Money of={per_month} currency={currency} /> a month
          </>
        }
      >
        <Count of={leases.active} />
      </LinkFigure>
      <LinkFigure
        name="Next 30 days"
        to={at('/leases', { sort: 'next_due_date' })}
        says={`${several(renewals.count, 'renewal', 'renewals')}, before tax`}
      >
        <Money of={renewals.amount} currency={currency} />
      </LinkFigure>
      <LinkFigure
        name="LOAs pending"
        to={at('/letters', { status: 'pending' })}
        says={countOf(home, 'letters_pending') > 0 ? 'Waiting for their holders' : 'None waits'}
      >
        <Count of={countOf(home, 'letters_pending')} />
      </LinkFigure>
      <LinkFigure
        name="In the cart"
        to={at('/cart')}
        says={
          inCart === 0 ? (
            'Empty'
          ) : (
            <>
              <Money of={cart.amount} currency={currency} />, lapses <Time of={cart.at} />
            </>
          )
        }
      >
        <Count of={inCart} />
      </LinkFigure>
    </div>
  )
}

function Renewals({ home }: { readonly home: Home }) {
  const { param: company } = useCompany()
  const { next } = home.leasing.renewals
  return (
    <Card
      flush
      title="Next renewals"
      actions={
        <LinkButton small to="/c/$company/billing/forecast" params={{ company }}>
          Forecast
        </LinkButton>
      }
    >
      {next.length === 0 && <p className="px-4 py-3 text-sm text-soft">Nothing renews in the next 30 days.</p>}
      <ul className="divide-y divide-line">
        {next.map(({ service_uuid: lease, block, at, amount, routing }) => (
          <li key={`${lease} ${at}`}>
            <Link
              to="/c/$company/leases/$lease"
              params={{ company, lease }}
              className="grid grid-cols-[1fr_auto] items-center gap-x-4 px-4 py-2 text-sm -outline-offset-2 hover:bg-hover sm:grid-cols-[1fr_7rem_7rem_6rem]"
            >
              <Prefix of={block} />
              <span className="max-sm:row-start-2 max-sm:text-xs">
                <LevelStatus of={routing} />
              </span>
              <span className="text-soft max-sm:row-start-2 max-sm:text-right max-sm:text-xs">
                <Time of={at} as="date" />
              </span>
              <Money
                of={amount}
                currency={home.currency}
                className="text-right max-sm:col-start-2 max-sm:row-start-1"
              />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const levels = [
  ['critical', 'Critical', 'bg-bad'],
  ['warning', 'Warning', 'bg-warn'],
  ['unknown', 'Unknown', 'bg-edge'],
  ['ok', 'OK', 'bg-good'],
] as const

/** How the blocks of all leases that run stand, each number with the leases it counts. */
function Routing({ home }: { readonly home: Home }) {
  const { param } = useCompany()
  const { routing } = home.leasing
  return (
    <Card title="Routing of leases">
      <div aria-hidden="true" className="flex h-2 gap-px overflow-hidden rounded-full bg-line">
        {levels.map(([level, , fill]) => (
          <span
            key={level}
            className={cx(fill, routing[level] > 0 && 'min-w-1')}
            style={{ flexGrow: routing[level] }}
          />
        ))}
      </div>
      <ul className="mt-3 flex flex-col gap-0.5">
        {levels.map(([level, label, fill]) => (
          <li key={level}>
            <Link
              {...pageOf(param)('/leases', { routing: level })}
              className="-mx-2 flex items-center gap-2 rounded-md px-2 py-1 text-sm hover:bg-hover"
            >
              <span aria-hidden="true" className={cx('size-2 rounded-full', fill)} />
              <span className="flex-1">{label}</span>
              <span className={cx(level === 'critical' && routing.critical > 0 && 'font-semibold text-bad')}>
                <Count of={routing[level]} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
