import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import type { Notification } from '../../../client/portal.gen.ts'
import { api } from '../../api/client.ts'
import { read, useWrite } from '../../api/query.ts'
import { cx } from '../cx.ts'
import { Icon, type IconName } from '../icons.tsx'

/** A notification wherever it is shown, and what is done with it. */

const listPath = '/portal/me/notifications'
const unreadPath = '/portal/me/notifications/unread'

/** New ones are looked for so often, in ms. */
const lookEvery = 20_000

export const unreadNotifications = () => ({ ...read(unreadPath), refetchInterval: lookEvery })

type Query = NonNullable<NonNullable<NonNullable<Parameters<typeof read<typeof listPath>>[1]>['params']>['query']>

export const notifications = (query: Query) => ({
  ...read(listPath, { params: { query } }),
  refetchInterval: lookEvery,
})

export function useMark() {
  return useWrite(
    ({ uuid, read }: { readonly uuid: string; readonly read: boolean }) =>
      api.PATCH('/portal/me/notifications/{notificationUUID}', {
        params: { path: { notificationUUID: uuid } },
        body: { read },
      }),
    { changes: [listPath, unreadPath] },
  )
}

export function useReadAll() {
  return useWrite(
    (body: { kind?: Notification['kind']; company?: string }) => api.POST('/portal/me/notifications/read', { body }),
    { changes: [listPath, unreadPath] },
  )
}

const looks: Readonly<Record<Notification['severity'], readonly [icon: IconName, says: string, className: string]>> = {
  critical: ['warning', 'Critical', 'bg-bad-wash text-bad'],
  warning: ['warning', 'Warning', 'bg-warn-wash text-warn'],
  info: ['info', 'News', 'bg-info-wash text-info'],
  good: ['check', 'Good news', 'bg-good-wash text-good'],
}

export function SeverityMark({ of }: { readonly of: Notification['severity'] }) {
  const [icon, says, className] = looks[of]
  return (
    <span className={cx('mt-0.5 flex size-6 shrink-0 items-center justify-center rounded-full', className)}>
      <Icon name={icon} className="size-3.5" />
      <span className="sr-only">{says}: </span>
    </span>
  )
}

export function UnreadMark() {
  return (
    <span className="mt-1.5 size-2 shrink-0 rounded-full bg-accent">
      <span className="sr-only">Unread</span>
    </span>
  )
}

interface LeadProps {
  readonly of: Notification
  readonly className: string
  readonly onGo?: () => void
  readonly children: ReactNode
}

/** Where it leads; whoever goes there has read it. */
export function NotificationLead({ of: { uuid, lead, read_at }, className, onGo, children }: LeadProps) {
  const { history } = useRouter()
  const mark = useMark()
  const path = lead?.path ?? '/account/notifications'
  const go = (event: MouseEvent) => {
    if (read_at === null) mark.run({ uuid, read: true })
    onGo?.()
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    history.push(path)
  }
  return (
    <a href={path} onClick={go} className={className}>
      {children}
    </a>
  )
}
