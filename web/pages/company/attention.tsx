import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCompany } from '../../api/session.ts'
import { cx } from '../../ui/cx.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Card } from '../../ui/page.tsx'
import { Time } from '../../ui/values.tsx'
import { pageOf, several, type Home, type Kind } from './home-read.ts'

/** What waits for somebody of the company. */

interface Waiting {
  readonly icon: IconName
  readonly title: string
  readonly says: ReactNode
  /** Where something can be done about it. */
  readonly at?: readonly [path: string, search?: object]
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

type Words = (count: number, lapses: ReactNode) => Waiting

/** Each kind that asks for something, the most urgent first; what is not among them is told elsewhere on the page. */
const kinds: Partial<Record<Kind, Words>> = {
  subscriptions_in_grace: (count, next) => ({
    icon: 'lease',
    title: several(count, 'lease is overdue', 'leases are overdue'),
    says: <>A renewal could not be charged. The next step is {next}; unpaid leases are suspended, then end.</>,
    at: ['/leases', { sort: 'next_due_date' }],
    urgent: true,
  }),
  unpaid_invoices: (count, due) => ({
    icon: 'invoice',
    title: several(count, 'invoice is unpaid', 'invoices are unpaid'),
    says: <>Due {due}. Pay, or add a payment method that works.</>,
    at: ['/billing', { status: 'unpaid' }],
    urgent: true,
  }),
  offers_accepted: (count, lapses) => ({
    icon: 'cart',
    title: several(count, 'of your offers was accepted', 'of your offers were accepted'),
    says: <>The price is held in your cart and lapses {lapses}.</>,
    at: ['/cart'],
  }),
  counters_to_answer: (count, lapses) => ({
    icon: 'offer',
    title: several(count, 'counter-offer awaits your answer', 'counter-offers await your answer'),
    says: <>Accept or decline; the first lapses {lapses}.</>,
    at: ['/my-reservations', { status: 'countered' }],
  }),
  reservations_to_answer: (count, lapses) => ({
    icon: 'offer',
    title: several(count, 'lessee asks for a lower price', 'lessees ask for a lower price'),
    says: <>Accept, decline or counter; the first lapses {lapses}.</>,
    at: ['/reservations'],
  }),
  letters_to_release: (count) => ({
    icon: 'letter',
    title: several(count, 'LOA request awaits you', 'LOA requests await you'),
    says: 'Lessees cannot announce before it is released. Each lists the ROAs and route objects it needs.',
    at: ['/letters-to-do', { status: 'pending' }],
  }),
  proofs_pending: (count, lapses) => ({
    icon: 'shield',
    title: several(count, 'block is not verified yet', 'blocks are not verified yet'),
    says: <>Enter the mailed code or choose another way{lapses && <>; the first lapses {lapses}</>}.</>,
    at: ['/offers', { status: 'auth_pending' }],
  }),
  terminations_open: (count, ends) => ({
    icon: 'lease',
    title: several(count, 'lease is about to end', 'leases are about to end'),
    says: <>You gave notice{ends && <>; the first ends {ends}</>}.</>,
    at: ['/billing/terminations'],
  }),
}

const order = Object.keys(kinds) as (keyof typeof kinds)[]

function rowsOf(home: Home, status: string): Waiting[] {
  const rows = order.flatMap((kind) => {
    const { count = 0, at = null } = home.attention.find((one) => one.kind === kind) ?? {}
    return count > 0 ? (kinds[kind]?.(count, at !== null && <Time of={at} />) ?? []) : []
  })
  return [standing[status] ?? [], rows].flat()
}

export function Attention({ home }: { readonly home: Home }) {
  const { status } = useCompany()
  const rows = rowsOf(home, status)
  // The list of what is wrong with routing stands above, and nobody is told beside it that all is well.
  if (rows.length === 0 && home.routing.critical > 0) return null
  return (
    <Card flush title="Needs attention">
      {rows.length === 0 && (
        <p className="flex items-center gap-3 px-4 py-3 text-sm text-soft">
          <Icon name="check" className="shrink-0 text-good" />
          Nothing waits for you. What needs an answer, a payment or a proof will be here.
        </p>
      )}
      <ul className="divide-y divide-line">
        {rows.map((row) => (
          <li key={row.title}>
            <WaitingRow {...row} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function WaitingRow({ icon, title, says, at, urgent }: Waiting) {
  const { param } = useCompany()
  const row = (
    <>
      <span
        className={cx(
          'flex size-7 shrink-0 items-center justify-center rounded-full',
          urgent ? 'bg-bad-wash text-bad' : 'bg-warn-wash text-warn',
        )}
      >
        <Icon name={icon} />
      </span>
      <span className="min-w-0 flex-1 gap-x-4 lg:flex lg:items-baseline">
        <span className="block text-sm font-medium lg:w-80 lg:shrink-0">{title}</span>
        <span className="block text-sm text-soft">{says}</span>
      </span>
    </>
  )
  if (at === undefined) return <div className="flex items-center gap-3 px-4 py-2.5">{row}</div>
  const link: LinkProps = pageOf(param)(...at)
  return (
    <Link {...link} className="flex items-center gap-3 px-4 py-2.5 -outline-offset-2 hover:bg-hover">
      {row}
      <Icon name="right" className="shrink-0 text-faint" />
    </Link>
  )
}
