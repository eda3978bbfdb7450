import { sessionOf, topicNames } from '../../identity/index.ts'
import { tenantOf } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { Body, DataOf, named, Nullable, OneOf, Text, Type } from '../../kernel/http/schema.ts'
import { alertsProblem } from '../alerts.problems.ts'
import { kindNames, kinds, mailWays } from '../kind.rules.ts'
import {
  chooseDefault,
  chooseOwn,
  digestTopic,
  showDefaults,
  showOwnChoices,
  unsubscribe,
  type ShownChoice,
} from './choice.actions.ts'

const Way = OneOf(mailWays)

const SettingAnswer = named('NotificationSetting', {
  kind: OneOf(kindNames),
  title: Type.String(),
  says: Type.String({ description: 'What it tells.' }),
  mail: Nullable({ ...Way, description: 'What was chosen here.' }),
  usual: { ...Way, description: 'What counts while nothing is chosen here.' },
  duty: Type.Boolean({ description: 'Owners are mailed at once, and that cannot be changed.' }),
})

const Change = Body('NotificationSettingChange', {
  kind: OneOf(kindNames),
  mail: Nullable({ ...Way, description: 'null: as usual.' }),
})

const answer = (choices: readonly ShownChoice[]) => ({
  data: choices.map((choice) => ({ ...choice, title: kinds[choice.kind].title, says: kinds[choice.kind].says })),
})

const example = { kind: 'routing', mail: 'daily' } as const

export const choiceRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'portalListNotificationSettings',
    route: 'GET /portal/me/notification-settings',
    tag: 'Portal',
    summary: 'List how one is mailed about notifications',
    description: 'By kind, whatever the company. They are in the inbox all the same.',
    access: { by: 'person' },
    answer: DataOf(Type.Array(SettingAnswer)),
    handle: async (ctx, { caller }) => answer(await showOwnChoices(ctx, sessionOf(caller))),
  }),
  endpoint({
    id: 'portalChooseNotificationMail',
    route: 'PATCH /portal/me/notification-settings',
    tag: 'Portal',
    summary: 'Choose how to be mailed about a kind of notification',
    access: { by: 'person' },
    body: Change,
    answer: DataOf(Type.Array(SettingAnswer)),
    examples: { body: example },
    refuses: alertsProblem.rows('alert_is_duty'),
    handle: async (ctx, { body, caller }) => answer(await chooseOwn(ctx, sessionOf(caller), body)),
  }),
  endpoint({
    id: 'portalListCompanyNotificationSettings',
    route: 'GET /portal/companies/:tenantUUID/notification-settings',
    tag: 'Portal',
    summary: 'List how a company has its people mailed',
    description: 'For members and owners who have not chosen themselves. What is about leases or money is not listed.',
    access: { by: 'member', role: 'viewer' },
    answer: DataOf(Type.Array(SettingAnswer)),
    handle: async (ctx) => answer(await showDefaults(ctx, tenantOf(ctx))),
  }),
  endpoint({
    id: 'portalChooseCompanyNotificationMail',
    route: 'PATCH /portal/companies/:tenantUUID/notification-settings',
    tag: 'Portal',
    summary: 'Choose how a company has its people mailed',
    access: { by: 'member', role: 'owner' },
    body: Change,
    answer: DataOf(Type.Array(SettingAnswer)),
    examples: { body: example },
    refuses: alertsProblem.rows('alert_is_duty'),
    handle: async (ctx, { body }) => answer(await chooseDefault(ctx, tenantOf(ctx), body)),
  }),
  endpoint({
    id: 'unsubscribe',
    route: 'POST /unsubscribe/:ticket',
    tag: 'Portal',
    summary: 'Get no more news of a kind',
    description:
      'Where `List-Unsubscribe` of a mail leads (RFC 8058). Nothing else can be done by its ticket. As often as one likes.',
    access: { by: 'anyone' },
    params: Type.Object({ ticket: Text(64, { pattern: '^[A-Za-z0-9_-]+$', examples: ['nobodys'] }) }),
    form: 'either',
    body: Body('OneClick', { 'List-Unsubscribe': Type.Optional(Text(40, { examples: ['One-Click'] })) }),
    examples: { body: { 'List-Unsubscribe': 'One-Click' } },
    answer: DataOf(
      named('MailTopic', {
        topic: OneOf([...topicNames, ...kindNames, digestTopic]),
        title: Type.String(),
        says: Type.String(),
      }),
    ),
    handle: async (ctx, { params }) => ({ data: await unsubscribe(ctx, params.ticket) }),
  }),
]
