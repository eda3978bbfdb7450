import { useQuery } from '@tanstack/react-query'
import { Link, useRouter, type LinkProps } from '@tanstack/react-router'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { cx } from '../../ui/cx.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Card } from '../../ui/page.tsx'
import { useTotal } from './totals.ts'
import { troubleOf } from './trouble.tsx'

/** What waits for somebody of the company. */

interface Waiting {
  readonly icon: IconName
  readonly title: string
  readonly says: string
  /** Where something can be done about it, below `/c/{company}`. */
  readonly at?: string
  readonly urgent?: boolean
}

const standing: Partial<Record<string, Waiting>> = {
  pending: {
    icon: 'clock',
    title: 'Waiting to be activated',
    says: 'An operator looks at new companies. Until then you can look around, but neither lease nor list.',
  },
  suspended: {
    icon: 'warning',
    title: 'Suspended',
    says: 'An operator has suspended the company: nothing can be changed. Reply to the mail about it to ask why.',
    urgent: true,
  },
}

const several = (count: number, one: string, many: string) => (count === 1 ? `One ${one}` : `${count} ${many}`)

interface Counts {
  readonly addresses: number
  readonly unpaid: number
  readonly asked: number
  readonly countered: number
  readonly unproven: number
  readonly stopped: number
  readonly critical: number
}

/** Each kind of thing that can wait: what is said when there are some, the most urgent first. */
const kinds: readonly ((counts: Counts) => Waiting | false)[] = [
  ({ stopped }) =>
    stopped > 0 && {
      icon: 'lease',
      title: several(stopped, 'lease is suspended', 'leases are suspended'),
      says: 'A renewal was not paid: pay before the grace period ends, or the blocks go.',
      at: '/leases',
      urgent: true,
    },
  ({ unpaid }) =>
    unpaid > 0 && {
      icon: 'invoice',
      title: several(unpaid, 'invoice is unpaid', 'invoices are unpaid'),
      says: 'Pay, or add a payment method that works.',
      at: '/billing',
      urgent: true,
    },
  ({ critical }) =>
    critical > 0 && {
      icon: 'tree',
      title: `The routing of ${several(critical, 'prefix', 'prefixes').toLowerCase()} is critical`,
      says: 'Somebody else announces it, or networks reject it: each says what to do.',
      at: '/prefixes',
      urgent: true,
    },
  ({ asked }) =>
    asked > 0 && {
      icon: 'offer',
      title: `${several(asked, 'reservation asks', 'reservations ask')} for your answer`,
      says: 'Accept or decline: after 72 hours they lapse.',
      at: '/reservations',
    },
  ({ countered }) =>
    countered > 0 && {
      icon: 'offer',
      title: `${several(countered, 'holder has', 'holders have')} named another price`,
      says: 'Accept or decline it: after 72 hours it lapses.',
      at: '/my-reservations',
    },
  ({ unproven }) =>
    unproven > 0 && {
      icon: 'shield',
      title: `${several(unproven, 'block is', 'blocks are')} not proven yet`,
      says: 'Enter the code that was mailed to the registered contact.',
      at: '/offers',
    },
  ({ addresses }) =>
    addresses === 0 && {
      icon: 'company',
      title: 'No billing address',
      says: 'With your VAT number, it decides how you are taxed. One is needed before the first purchase.',
      at: '/settings',
    },
]

function useWaiting(): Waiting[] | undefined {
  const { uuid: tenantUUID, status } = useCompany()
  const path = { tenantUUID }
  const billing = '/billing/v1/{tenantUUID}'
  const one = { per_page: 1 }
  const trouble = useQuery(troubleOf(tenantUUID))
  const counts = {
    critical: trouble.data?.metadata.critical,
    addresses: useTotal(
      read('/ecommerce/public/{user_id}/addresses', { params: { path: { user_id: tenantUUID }, query: one } }),
    ),
    unpaid: useTotal(
      read(`${billing}/invoices`, { params: { path, query: { ...one, 'filter[status]': ['unpaid'] } } }),
    ),
    asked: useTotal(
      read(`${billing}/market/reservations`, {
        params: { path, query: { ...one, 'filter[side]': ['holder'], 'filter[status]': ['pending'] } },
      }),
    ),
    countered: useTotal(
      read(`${billing}/market/reservations`, {
        params: { path, query: { ...one, 'filter[side]': ['lessee'], 'filter[status]': ['countered'] } },
      }),
    ),
    unproven: useTotal(
      read(`${billing}/market/services`, {
        params: { path, query: { ...one, 'filter[status]': ['auth_pending', 'auth_failed_verify'] } },
      }),
    ),
    stopped: useTotal(
      read(`${billing}/market/ipv4/services`, { params: { path, query: { ...one, status: ['suspended'] } } }),
    ),
  }
  if (Object.values(counts).includes(undefined)) return undefined
  const waiting = kinds.map((kind) => kind(counts as Counts))
  return [standing[status], ...waiting].filter((one): one is Waiting => typeof one === 'object')
}

export function Attention() {
  const waiting = useWaiting()
  return (
    <Card flush title="Needs attention">
      {waiting === undefined && <div className="skeleton m-4 h-14" />}
      {waiting?.length === 0 && (
        <p className="flex items-center gap-3 px-4 py-4 text-sm text-soft">
          <Icon name="check" className="text-good" />
          Nothing waits for you. What needs an answer, a payment or a proof will be here.
        </p>
      )}
      <ul className="divide-y divide-line">
        {waiting?.map((one) => (
          <li key={one.title}>
            <WaitingRow {...one} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function WaitingRow({ icon, title, says, at, urgent }: Waiting) {
  const { param } = useCompany()
  const { routesByPath } = useRouter()
  const to = `/c/$company${at ?? ''}`
  const row = (
    <>
      <span
        className={cx(
          'flex size-8 shrink-0 items-center justify-center rounded-full',
          urgent ? 'bg-bad-wash text-bad' : 'bg-warn-wash text-warn',
        )}
      >
        <Icon name={icon} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-sm font-medium">{title}</span>
        <span className="block text-sm text-soft">{says}</span>
      </span>
    </>
  )
  if (at === undefined || !(to in routesByPath)) return <div className="flex items-center gap-3 px-4 py-3">{row}</div>
  const link = { to, params: { company: param } } as LinkProps
  return (
    <Link {...link} className="flex items-center gap-3 px-4 py-3 -outline-offset-2 hover:bg-hover">
      {row}
      <Icon name="right" className="text-faint" />
    </Link>
  )
}
