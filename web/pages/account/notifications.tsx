import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Notification } from '../../../client/portal.gen.ts'
import { kindNames, kinds } from '../../../src/alerts/kind.rules.ts'
import { asProblem } from '../../api/problem.ts'
import { useMe } from '../../api/session.ts'
import { usePatchSearch } from '../../search.ts'
import { Button, IconButton, LinkButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { ChoiceFilter, Filters } from '../../ui/filters.tsx'
import { Icon } from '../../ui/icons.tsx'
import {
  NotificationLead,
  notifications,
  SeverityMark,
  unreadNotifications,
  useMark,
  useReadAll,
} from '../../ui/notification/entry.tsx'
import { Card } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { EmptyState, ErrorNote, Skeleton } from '../../ui/states.tsx'
import { Described, Time } from '../../ui/values.tsx'
import { AccountFrame } from './account-frame.tsx'

/** What somebody was told, of all companies, the newest first. */

const page = getRouteApi('/signed-in/account/notifications')

export function Notifications() {
  const { page: number = 1, status, kind, company } = page.useSearch()
  const patch = usePatchSearch<ReturnType<typeof page.useSearch>>()
  const query = {
    page: number,
    ...(status && { 'filter[status]': status }),
    ...(kind && { 'filter[kind]': kind }),
    ...(company && { 'filter[company]': company }),
  }
  const { data, error, refetch } = useQuery(notifications(query))
  return (
    <AccountFrame
      title="Notifications"
      says="For all your companies."
      actions={
        <>
          <ReadAll kind={kind} company={company} />
          <LinkButton icon="settings" to="/account/mail">
            Settings
          </LinkButton>
        </>
      }
    >
      <Card flush>
        <Narrowed />
        {error && !data ? (
          <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} className="m-4" />
        ) : data ? (
          <Entries entries={data.data} filtered={Boolean(status || kind || company)} />
        ) : (
          <Skeleton className="m-4 h-64" />
        )}
        {data && data.meta.total > 0 && <Pager meta={data.meta} onPage={(next) => patch({ page: next })} />}
      </Card>
    </AccountFrame>
  )
}

function ReadAll({
  kind,
  company,
}: {
  readonly kind?: Notification['kind'] | undefined
  readonly company?: string | undefined
}) {
  const { data } = useQuery(unreadNotifications())
  const readAll = useReadAll()
  const why = data?.data.unread === 0 ? 'You are all caught up.' : undefined
  return (
    <Button
      icon="check"
      why={why}
      busy={readAll.busy}
      onClick={() => readAll.run({ ...(kind && { kind }), ...(company && { company }) })}
    >
      Mark all as read
    </Button>
  )
}

const kindOptions = kindNames.map((value) => ({ value, label: kinds[value].title }))

function Narrowed() {
  const { status, kind, company } = page.useSearch()
  const { companies, person } = useMe()
  const patch = usePatchSearch<ReturnType<typeof page.useSearch>>()
  const isFiltered = status !== undefined || kind !== undefined || company !== undefined
  return (
    <Filters
      label="Filter notifications"
      onClear={isFiltered ? () => patch({ status: undefined, kind: undefined, company: undefined }) : undefined}
    >
      <ChoiceFilter
        label="Read or unread"
        any="Read or not"
        options={[
          { value: 'unread', label: 'Unread' },
          { value: 'read', label: 'Read' },
        ]}
        value={status}
        onChange={(chosen) => patch({ status: chosen })}
      />
      <ChoiceFilter
        label="Kind"
        any="Any kind"
        options={kindOptions.filter(({ value }) => person.operator || value !== 'data')}
        value={kind}
        onChange={(chosen) => patch({ kind: chosen })}
      />
      {companies.length > 1 && (
        <ChoiceFilter
          label="Company"
          any="Any company"
          className="w-44"
          options={companies.map(({ uuid, title }) => ({ value: uuid, label: title }))}
          value={company}
          onChange={(chosen) => patch({ company: chosen })}
        />
      )}
    </Filters>
  )
}

function Entries({ entries, filtered }: { readonly entries: readonly Notification[]; readonly filtered: boolean }) {
  if (entries.length === 0)
    return (
      <EmptyState icon="bell" title={filtered ? 'No matching notifications' : 'No notifications'}>
        Critical routing, ending leases, listings taken off the market and failed payments show up here.
      </EmptyState>
    )
  return (
    <ul className="divide-y divide-line">
      {entries.map((entry) => (
        <Entry key={entry.uuid} entry={entry} />
      ))}
    </ul>
  )
}

function Entry({ entry }: { readonly entry: Notification }) {
  const { companies } = useMe()
  const mark = useMark()
  const unread = entry.read_at === null
  return (
    <li className={cx('flex items-start gap-3 px-4 py-3 text-sm', unread && 'bg-accent-wash/40')}>
      <SeverityMark of={entry.severity} />
      <div className="min-w-0 flex-1">
        <h2 className={cx('wrap-anywhere', unread ? 'font-semibold' : 'font-medium text-soft')}>
          <Described as={entry.title} />
        </h2>
        <p className="text-xs text-faint">
          {companies.length > 1 && `${entry.company.title} · `}
          {kinds[entry.kind].title} · <Time of={entry.raised_at} />
        </p>
        <p className="mt-1.5 line-clamp-6 wrap-anywhere whitespace-pre-line text-soft">
          {/* A list, not a letter: no empty lines. */}
          <Described as={entry.text.trim().replaceAll('\n\n', '\n')} />
        </p>
        {entry.lead && (
          <NotificationLead
            of={entry}
            className="mt-2 inline-flex items-center gap-1 font-medium text-accent hover:underline"
          >
            {entry.lead.label}
            <Icon name="right" className="size-3.5" />
          </NotificationLead>
        )}
      </div>
      <IconButton
        small
        icon={unread ? 'check' : 'mail'}
        label={unread ? 'Mark as read' : 'Mark as unread'}
        onClick={() => mark.run({ uuid: entry.uuid, read: unread })}
      />
    </li>
  )
}
