import type { OperatorOverview } from '../../../../client/portal.gen.ts'
import { LinkFigure } from '../../../ui/page.tsx'
import { Count, Money } from '../../../ui/values.tsx'

/** What the marketplace lets, and what it earns by it. */
export function Market({ overview }: { readonly overview: OperatorOverview }) {
  const { market, currency, failed_payments: failed } = overview
  const { ips, utilisation_percent: percent } = market
  const { leases, recurring_revenue, volume } = market
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <LinkFigure
        name="Recurring revenue"
        to={{ to: '/operator/ledger', search: { account: 'commission' } }}
        says="Commission a month"
      >
        <Money of={recurring_revenue} currency={currency} />
      </LinkFigure>
      <LinkFigure
        name="Volume"
        to={{ to: '/operator/ledger' }}
        says={`${leases.toLocaleString('en')} ${leases === 1 ? 'lease' : 'leases'}, a month`}
      >
        <Money of={volume} currency={currency} />
      </LinkFigure>
      <LinkFigure
        name="Occupancy"
        to={{ to: '/market' }}
        says={
          percent === null
            ? 'Nothing is listed'
            : `${ips.used.toLocaleString('en')} of ${ips.listed.toLocaleString('en')} addresses`
        }
      >
        {percent === null ? 'Unknown' : `${percent}%`}
      </LinkFigure>
      <LinkFigure
        name="Failed payments"
        to={{ to: '.', hash: 'failed-payments' }}
        {...(failed.count > 0 && { tone: 'bad' as const })}
        says={failed.count > 0 ? 'Renewals past due' : 'Every renewal is paid'}
      >
        <Count of={failed.count} />
      </LinkFigure>
    </div>
  )
}
