import { sessionOf } from '../../identity/index.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { PageOf, pageQuery } from '../../kernel/db/paging.ts'
import { Answer, Body, DataOf, named, Nullable, OneOf, Type, UnixTime, Uuid } from '../../kernel/http/schema.ts'
import { severities } from '../alert/alert.rules.ts'
import { kindNames } from '../kind.rules.ts'
import { markAllRead, markRead, mostCounted, showInbox, unreadOf } from './inbox.actions.ts'

const NotificationAnswer = named('Notification', {
  uuid: Uuid,
  kind: OneOf(kindNames),
  severity: OneOf(severities),
  title: Type.String(),
  text: Type.String(),
  count: Type.Integer({ description: 'How many prefixes, leases, blocks or payments it is about.' }),
  lead: Nullable(Answer({ label: Type.String(), path: Type.String() }, 'The page of the portal to look at.')),
  company: Answer({ uuid: Uuid, title: Type.String() }),
  raised_at: UnixTime,
  read_at: Nullable(UnixTime),
})

const filters = { kind: Type.Optional(OneOf(kindNames)), company: Type.Optional(Uuid) }

export const inboxRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'portalListNotifications',
    route: 'GET /portal/me/notifications',
    tag: 'Portal',
    summary: 'List one’s notifications',
    description:
      'Of all companies one belongs to and is signed in for, the newest first. Read ones are kept 180 days, others a year.',
    access: { by: 'person', vouched: true },
    query: pageQuery({
      perPage: 25,
      sortable: [],
      filters: { status: Type.Optional(OneOf(['unread', 'read'])), ...filters },
    }),
    answer: PageOf(NotificationAnswer),
    handle: (ctx, { caller, query }) => showInbox(ctx, sessionOf(caller), query),
  }),
  endpoint({
    id: 'portalCountNotifications',
    route: 'GET /portal/me/notifications/unread',
    tag: 'Portal',
    summary: 'Count one’s unread notifications',
    access: { by: 'person', vouched: true },
    answer: DataOf(
      named('UnreadNotifications', {
        unread: Type.Integer({ description: `${mostCounted} stands for that many or more.` }),
      }),
    ),
    handle: async (ctx, { caller }) => ({ data: { unread: await unreadOf(ctx, sessionOf(caller)) } }),
  }),
  endpoint({
    id: 'portalMarkNotification',
    route: 'PATCH /portal/me/notifications/:notificationUUID',
    tag: 'Portal',
    summary: 'Mark a notification as read or unread',
    access: { by: 'person', vouched: true },
    params: Type.Object({ notificationUUID: Uuid }),
    body: Body('NotificationMark', { read: Type.Boolean() }),
    answer: DataOf(NotificationAnswer),
    examples: { body: { read: true } },
    handle: async (ctx, { params, body, caller }) => ({
      data: await markRead(ctx, sessionOf(caller), params.notificationUUID, body.read),
    }),
  }),
  endpoint({
    id: 'portalReadNotifications',
    route: 'POST /portal/me/notifications/read',
    tag: 'Portal',
    summary: 'Mark all notifications as read',
    description: 'Those of a kind or of a company alone, where one is named.',
    access: { by: 'person', vouched: true },
    body: Body('NotificationsRead', filters),
    answer: DataOf(named('ReadNotifications', { read: Type.Integer({ description: 'How many were unread.' }) })),
    examples: { body: { kind: 'routing' } },
    handle: async (ctx, { body, caller }) => ({
      data: { read: await markAllRead(ctx, sessionOf(caller), body) },
    }),
  }),
]
