import { Popover } from '@base-ui/react/popover'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Notification } from '../../client/portal.gen.ts'
import { asProblem } from '../api/problem.ts'
import { useMe } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { NotificationLead, notifications, SeverityMark, UnreadMark, useReadAll } from '../ui/notification/entry.tsx'
import { EmptyState, ErrorNote, Skeleton } from '../ui/states.tsx'
import { Described, Time } from '../ui/values.tsx'

const shown = 6

interface BellListProps {
  readonly unread: number
  readonly onGo: () => void
}

/** What the bell opens: the newest notifications. */
export default function BellList({ unread, onGo }: BellListProps) {
  const { data, error, refetch } = useQuery(notifications({ per_page: shown }))
  const readAll = useReadAll()
  return (
    <>
      <div className="flex items-center justify-between gap-2 border-b border-line py-1.5 pr-1.5 pl-3">
        <Popover.Title className="text-sm font-semibold">Notifications</Popover.Title>
        {unread > 0 && (
          <Button look="quiet" small icon="check" busy={readAll.busy} onClick={() => readAll.run({})}>
            Mark all as read
          </Button>
        )}
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {error && !data ? (
          <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} className="m-3" />
        ) : data ? (
          <Newest entries={data.data} onGo={onGo} />
        ) : (
          <Skeleton className="m-3 h-40" />
        )}
      </div>
      <Link
        to="/account/notifications"
        onClick={onGo}
        className="border-t border-line px-3 py-2 text-center text-sm font-medium text-accent -outline-offset-2 hover:bg-hover"
      >
        See all notifications
      </Link>
    </>
  )
}

function Newest({ entries, onGo }: { readonly entries: readonly Notification[]; readonly onGo: () => void }) {
  const { companies } = useMe()
  if (entries.length === 0)
    return (
      <EmptyState icon="bell" title="No notifications">
        Critical routing, ending leases and failed payments show up here.
      </EmptyState>
    )
  return (
    <ul className="divide-y divide-line">
      {entries.map((entry) => (
        <li key={entry.uuid}>
          <NotificationLead
            of={entry}
            onGo={onGo}
            className="flex items-start gap-2.5 px-3 py-2.5 text-sm -outline-offset-2 hover:bg-hover"
          >
            <SeverityMark of={entry.severity} />
            <span className="min-w-0 flex-1">
              <span className={cx('block', entry.read_at === null ? 'font-medium' : 'text-soft')}>
                <Described as={entry.title} />
              </span>
              <span className="block text-xs text-faint">
                {companies.length > 1 && `${entry.company.title} · `}
                <Time of={entry.raised_at} />
              </span>
            </span>
            {entry.read_at === null && <UnreadMark />}
          </NotificationLead>
        </li>
      ))}
    </ul>
  )
}
