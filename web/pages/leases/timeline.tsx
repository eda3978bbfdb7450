import type { BilledPeriod as Period, LeaseInFull as LeaseView } from '../../../client/api.gen.ts'
import { cx } from '../../ui/cx.ts'
import { useNow } from '../../ui/now.ts'
import { Time } from '../../ui/values.tsx'

/** Billed periods along a line, and what lies ahead of them: until the commitment, the notice or the next renewal. */

interface Stretch {
  readonly key: string
  readonly from: number
  readonly to: number
  readonly look: string
}

const looks: Readonly<Record<Period['invoice_status'], string>> = {
  paid: 'bg-good/70',
  unpaid: 'bg-warn/80',
  draft: 'bg-warn/50',
  refunded: 'bg-faint/40',
  cancelled: 'bg-faint/40',
}

const month = 30 * 86_400

/** What is bound or foreseen after what has been billed. */
function ahead(lease: LeaseView, last: number): Stretch | null {
  const { commitment_end, termination, billing_service } = lease
  if (billing_service.status === 'terminated' || termination?.effective_at === last) return null
  if (commitment_end !== null && commitment_end > last)
    return {
      key: 'bound',
      from: last,
      to: Math.min(commitment_end, last + 12 * month),
      look: 'border border-info bg-info-wash',
    }
  return { key: 'next', from: last, to: last + month, look: 'border border-dashed border-edge' }
}

export function Timeline({
  periods,
  lease,
}: {
  readonly periods: readonly Period[] | undefined
  readonly lease: LeaseView
}) {
  const now = useNow().getTime() / 1_000
  if (!periods) return <div className="h-19" />
  const oldest = periods.at(-1)
  const newest = periods[0]
  if (!oldest || !newest) return null
  const billed = periods.toReversed().map((period) => ({
    key: String(period.number),
    from: period.starts_at,
    to: period.ends_at,
    look: looks[period.invoice_status],
  }))
  const next = ahead(lease, newest.ends_at)
  const stretches = next ? [...billed, next] : billed
  const end = next?.to ?? newest.ends_at
  const at = ((now - oldest.starts_at) / (end - oldest.starts_at)) * 100
  return (
    <div className="border-b border-line px-4 pt-4 pb-3" aria-hidden="true">
      <div className="relative flex h-5 gap-0.5">
        {stretches.map(({ key, from, to, look }) => (
          <span key={key} className={cx('min-w-0.5 rounded-sm', look)} style={{ flexGrow: to - from, flexBasis: 0 }} />
        ))}
        {at > 0 && at < 100 && <span className="absolute -inset-y-1 w-0.5 bg-ink" style={{ left: `${at}%` }} />}
      </div>
      <p className="mt-1.5 flex justify-between gap-4 text-xs text-faint">
        <Time of={oldest.starts_at} as="date" />
        <span>
          {next?.key === 'bound' ? 'Committed until ' : next ? 'Renews ' : 'Paid until '}
          <Time of={next?.key === 'bound' ? (lease.commitment_end ?? end) : newest.ends_at} as="date" />
        </span>
      </p>
    </div>
  )
}
