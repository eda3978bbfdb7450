import type { ReactNode } from 'react'
import type { RefundPreview } from '../../../../client/portal.gen.ts'
import { asProblem } from '../../../api/problem.ts'
import { cx } from '../../../ui/cx.ts'
import { ErrorNote, Note, Skeleton } from '../../../ui/states.tsx'
import { Money, Prefix, Time } from '../../../ui/values.tsx'

/** What a refund ends and what it leaves, in words, before it is confirmed. */

interface ConsequencesProps {
  readonly preview: RefundPreview | undefined
  readonly error: unknown
  /** Of the amount that was typed before. */
  readonly stale: boolean
}

export function Consequences({ preview, error, stale }: ConsequencesProps) {
  if (error !== null && error !== undefined) return <ErrorNote problem={asProblem(error)} />
  if (!preview) return <Skeleton className="h-24 w-full" />
  const { amount, tax, currency, whole, order_refunded: ended } = preview
  return (
    <section
      aria-label="What this refund does"
      aria-live="polite"
      aria-busy={stale}
      className={cx('rounded-md bg-sunken px-3 py-2 text-sm', stale && 'opacity-60')}
    >
      <p>
        <Money of={amount} currency={currency} className="font-medium" /> is refunded, of which{' '}
        <Money of={tax} currency={currency} /> is tax.{' '}
        {whole ? 'Nothing of the invoice is left.' : 'The invoice stays paid for the rest.'}
      </p>
      <ul className="mt-1 list-disc pl-5">
        <Letters {...preview.letters_revoked} />
        {ended && <li>The order is marked as refunded.</li>}
        <Leases {...preview.leases_continue} />
        {preview.holders_lose.map(({ uuid, company, amount: lost }) => (
          <li key={uuid}>
            {company} loses <Money of={lost} currency={currency} /> of its next payout.
          </li>
        ))}
      </ul>
      {preview.to_method?.by_hand && (
        <Note tone="warn">This was paid by bank transfer: the money has to be sent back by hand.</Note>
      )}
    </section>
  )
}

const shown = 3

/** The first few by name, the rest as a number. */
function named<T extends { readonly uuid: string }>(first: readonly T[], count: number, cell: (one: T) => ReactNode) {
  const more = count - Math.min(shown, first.length)
  return (
    <>
      {first.slice(0, shown).map((one, i) => (
        <span key={one.uuid}>
          {i > 0 && ', '}
          {cell(one)}
        </span>
      ))}
      {more > 0 && ` and ${more.toLocaleString('en')} more`}
    </>
  )
}

function Letters({ count, first }: RefundPreview['letters_revoked']) {
  if (count === 0) return null
  return (
    <li className="font-medium text-bad">
      {count === 1 ? 'One LOA is revoked: ' : `${count.toLocaleString('en')} LOAs are revoked: `}
      {named(first, count, ({ block, asn }) => (
        <>
          <Prefix of={block} /> for AS{asn}
        </>
      ))}
      .
    </li>
  )
}

function Leases({ count, first }: RefundPreview['leases_continue']) {
  if (count === 0) return null
  return (
    <li>
      {count === 1
        ? 'The lease continues and is billed as before: '
        : `${count.toLocaleString('en')} leases continue and are billed as before: `}
      {named(first, count, ({ block, committed_until: until }) => (
        <>
          <Prefix of={block} />
          {until !== null && (
            <>
              {' '}
              (committed until <Time of={until} as="date" />)
            </>
          )}
        </>
      ))}
      . Terminate separately if needed.
    </li>
  )
}
