import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { OperatorAttention as Waiting, OperatorOverview } from '../../../../client/portal.gen.ts'
import { asProblem } from '../../../api/problem.ts'
import { read } from '../../../api/query.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Icon, type IconName } from '../../../ui/icons.tsx'
import { Card, PageHeader } from '../../../ui/page.tsx'
import { ErrorNote, Note, Skeleton } from '../../../ui/states.tsx'
import { Count, Time } from '../../../ui/values.tsx'
import { terms } from '../../../ui/words.ts'
import { lastAudit } from '../last-audit.ts'
import { LogTable } from '../log-table.tsx'
import { FailedPayments } from './failed-payments.tsx'
import { Market } from './market-figures.tsx'

/** How the marketplace does, and what waits for whoever runs it, at a glance. */

const overview = () => ({ ...read('/portal/operator/overview'), staleTime: 0 })

interface NavItem {
  readonly icon: IconName
  readonly title: string
  readonly none: string
  readonly to: LinkProps
  /** By the real clock: data and imports, which no sandbox moves. */
  readonly real?: true
}

const navItems: Readonly<Record<Waiting['kind'], NavItem>> = {
  terminations_pending: {
    icon: 'lease',
    title: 'Terminations to decide',
    none: 'None to decide',
    to: { to: '/operator/approvals' },
  },
  proofs_to_decide: {
    icon: 'shield',
    title: 'Proofs to decide',
    none: 'None to decide',
    to: { to: '/operator/proofs' },
  },
  orders_waiting: {
    icon: 'cart',
    title: 'Orders waiting for money',
    none: 'None waits',
    to: { to: '/operator/approvals/orders' },
  },
  payouts_pending: {
    icon: 'payout',
    title: 'Payouts to send',
    none: 'Nothing is owed',
    to: { to: '/operator/approvals/payouts' },
  },
  companies_pending: {
    icon: 'company',
    title: 'Companies to activate',
    none: 'None waits',
    to: { to: '/operator/companies', search: { status: 'pending' } },
  },
  letters_waiting: {
    icon: 'letter',
    title: 'LOAs waiting over a week',
    none: 'None waits so long',
    to: { to: '/operator/letters', search: { status: 'Pending' } },
  },
  imports_failed: {
    icon: 'warning',
    title: 'Imports failed this week',
    none: 'None failed',
    to: { to: '/operator/network/imports', search: { status: 'failed' } },
    real: true,
  },
  sources_stale: {
    icon: 'data',
    title: 'Sources with old data',
    none: 'None is too old',
    to: { to: '/operator/network' },
    real: true,
  },
}

const kinds = Object.keys(navItems) as Waiting['kind'][]

export function Start() {
  const { data, error, refetch } = useQuery(overview())
  return (
    <>
      <PageHeader title="Overview" says="How the marketplace does, and what waits for those who run it." />
      {error && !data ? (
        <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <Told overview={data.data} />
      ) : (
        <Awaited />
      )}
    </>
  )
}

function Told({ overview }: { readonly overview: OperatorOverview }) {
  return (
    <div className="flex flex-col gap-4">
      <Market overview={overview} />
      <NotReady {...overview.readiness} />
      <section aria-labelledby="waits">
        <h2 id="waits" className="mb-3 text-base font-semibold">
          Waiting
        </h2>
        <ul className="grid grid-cols-2 gap-3 lg:grid-cols-3">
          {kinds.map((kind) => (
            <li key={kind}>
              <Tile
                item={itemOf(kind, overview.sources_imported === 0)}
                waiting={overview.attention.find((one) => one.kind === kind)}
              />
            </li>
          ))}
          <li>
            <AuditTile />
          </li>
        </ul>
      </section>
      <FailedPayments {...overview.failed_payments} currency={overview.currency} />
      <Card
        flush
        title="Recent activity"
        says="What was done in all companies, and by whom."
        actions={
          <LinkButton small to="/operator/log">
            Show all
          </LinkButton>
        }
      >
        <LogTable page={1} filter={{}} most={10} empty="Nothing has happened yet" />
      </Card>
    </div>
  )
}

/** As high as what will be there. */
function Awaited() {
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {[1, 2, 3, 4].map((n) => (
          <Skeleton key={n} className="h-22 w-full rounded-lg" />
        ))}
      </div>
      <Skeleton className="h-84 w-full rounded-lg" />
      <Skeleton className="h-96 w-full rounded-lg" />
    </div>
  )
}

/** A marketplace that cannot do all of its work says so where operators begin. */
function NotReady({ steps, lacking }: OperatorOverview['readiness']) {
  if (lacking.length === 0) return null
  return (
    <Note
      tone="warn"
      action={
        <LinkButton small to="/operator/readiness">
          See what is missing
        </LinkButton>
      }
    >
      {lacking.length} of {steps} steps from a sign-up to a payout lack something: {lacking.join(', ')}.
    </Note>
  )
}

/** Where there is nothing, nothing is too old: that is no good news. */
const itemOf = (kind: Waiting['kind'], isWithoutData: boolean): NavItem =>
  kind === 'sources_stale' && isWithoutData ? { ...navItems[kind], none: 'There is no data at all' } : navItems[kind]

const tileClass =
  'flex h-full items-start gap-3 rounded-lg border border-line bg-surface px-4 py-3 shadow-card hover:bg-hover'

function Tile({ item, waiting }: { readonly item: NavItem; readonly waiting: Waiting | undefined }) {
  const { icon, title, none, to, real } = item
  const count = waiting?.count ?? 0
  return (
    <Link {...to} className={tileClass}>
      <Mark icon={icon} calm={count === 0} />
      <span className="min-w-0">
        <span className="block text-xs text-faint">{title}</span>
        <span className="mt-1 block text-xl font-semibold tracking-tight tabular-nums">
          <Count of={count} />
        </span>
        <span className="block text-xs text-soft">
          {count === 0 && none}
          {count > 0 && waiting?.since && (
            <>
              The first <Time of={waiting.since} real={real ?? false} />
            </>
          )}
          {count > 0 && !waiting?.since && 'Import them anew'}
        </span>
      </span>
    </Link>
  )
}

function Mark({ icon, calm }: { readonly icon: IconName; readonly calm: boolean }) {
  return (
    <span
      className={cx(
        'flex size-8 shrink-0 items-center justify-center rounded-full max-sm:hidden',
        calm ? 'bg-hover text-faint' : 'bg-warn-wash text-warn',
      )}
    >
      <Icon name={icon} />
    </span>
  )
}

function AuditTile() {
  const { data } = useQuery(lastAudit())
  const last = data?.data
  return (
    <Link to="/operator/audit" className={tileClass}>
      <Mark icon="shield" calm={!last || last.ok} />
      <span className="min-w-0">
        <span className="block text-xs text-faint">{terms.integrityChecks}</span>
        <span className="mt-1 block text-xl font-semibold tracking-tight">
          {data ? last ? last.ok ? 'Passed' : 'Broken' : 'Never' : <Skeleton className="h-7 w-16" />}
        </span>
        <span className="block text-xs text-soft">
          {last ? <Time of={last.checked_at} real /> : data && 'Nobody has checked yet'}
        </span>
      </span>
    </Link>
  )
}
