import { Fragment } from 'react'
import { auditDetails, auditTitle, type Detail } from './audit-words.ts'
import { Money, Prefix, Time } from './values.tsx'

interface AuditEntryProps {
  readonly entry: {
    readonly action: string
    readonly data: Readonly<Record<string, unknown>>
    readonly subject: { readonly kind: string; readonly uuid: string | null }
  }
}

/** An entry of the audit log: what was done, and to what. */
export function AuditEntry({ entry: { action, data, subject } }: AuditEntryProps) {
  const details = auditDetails(data, subject)
  return (
    <div className="min-w-0">
      <p className="font-medium">{auditTitle(action, data)}</p>
      {details.length > 0 && (
        <p className="line-clamp-3 max-w-2xl text-xs break-words text-soft">
          {details.map((detail, i) => (
            // oxlint-disable-next-line react/no-array-index-key -- an entry never changes
            <Fragment key={i}>
              {i > 0 && (isBound(details[i - 1]) ? ' ' : ' · ')}
              <One detail={detail} />
            </Fragment>
          ))}
        </p>
      )}
    </div>
  )
}

/** A word like "until" belongs to what follows. */
const isBound = (before: Detail | undefined): boolean => before !== undefined && /^(until|for|to)$/.test(before.of)

function One({ detail }: { readonly detail: Detail }) {
  if (detail.is === 'money') return <Money of={detail.of} currency={detail.currency} />
  if (detail.is === 'prefix') return <Prefix of={detail.of} />
  if (detail.is === 'date') return <Time of={detail.of} as="date" />
  return detail.is === 'quote' ? `“${detail.of}”` : detail.of
}
