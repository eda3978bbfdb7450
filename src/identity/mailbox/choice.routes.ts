import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { Body, DataOf, Int, named, OneOf, Type } from '../../kernel/http/schema.ts'
import { identityProblem } from '../identity.problems.ts'
import { sessionOf } from '../person/session.routes.ts'
import { choose, keptDays, mailStanding, sendKeptMail, showChoices, type Choice } from './choice.actions.ts'
import { topicNames, topics } from './topic.rules.ts'

const TopicName = OneOf(topicNames)

const ChoiceAnswer = named('MailChoice', {
  topic: TopicName,
  title: Type.String(),
  says: Type.String({ description: 'What is mailed.' }),
  role: OneOf(['member', 'owner'], 'Who of a company is mailed: this role, and those above it.'),
  duty: Type.Boolean({ description: 'Somebody must know it, so it cannot be turned off.' }),
  wanted: Type.Boolean(),
})

const choiceAnswer = ({ topic, wanted }: Choice) => {
  const { title, says, role, duty } = topics[topic]
  return { topic, title, says, role, duty, wanted }
}

export const choiceRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'portalListMailChoices',
    route: 'GET /portal/me/mail',
    tag: 'Portal',
    summary: 'List what one is mailed',
    description: 'By topic, whatever the company; who gets which follows from the role there.',
    access: { by: 'person' },
    answer: DataOf(Type.Array(ChoiceAnswer)),
    handle: async (ctx, { caller }) => ({
      data: (await showChoices(ctx, sessionOf(caller).userUuid)).map(choiceAnswer),
    }),
  }),
  endpoint({
    id: 'portalChooseMail',
    route: 'PATCH /portal/me/mail',
    tag: 'Portal',
    summary: 'Choose whether to be mailed about a topic',
    access: { by: 'person' },
    body: Body('MailChoiceChange', { topic: TopicName, wanted: Type.Boolean() }),
    answer: DataOf(Type.Array(ChoiceAnswer)),
    examples: { body: { topic: 'reservations', wanted: false } },
    refuses: identityProblem.rows('mail_is_duty'),
    handle: async (ctx, { body, caller }) => ({
      data: (await choose(ctx, sessionOf(caller).userUuid, body)).map(choiceAnswer),
    }),
  }),
  endpoint({
    id: 'operatorShowMail',
    route: 'GET /portal/operator/mail',
    tag: 'Operator',
    summary: 'Show how mail stands',
    access: { by: 'operator' },
    answer: DataOf(
      named('MailStanding', {
        server: Type.Boolean({ description: 'There is a mail server (SUBLET_SMTP_URL).' }),
        kept: Type.Integer({ description: 'Kept for want of one.' }),
        queued: Type.Integer(),
        failed: Type.Integer({ description: 'Tried in vain, and tried again.' }),
      }),
    ),
    handle: async (ctx) => ({ data: await mailStanding(ctx) }),
  }),
  endpoint({
    id: 'operatorSendKeptMail',
    route: 'POST /portal/operator/mail/send',
    tag: 'Operator',
    summary: 'Send mail that was kept',
    description: 'What was kept for want of a mail server goes out, unless it is older than so many days.',
    access: { by: 'operator' },
    body: Body('KeptMail', { days: Type.Optional(Int(1, keptDays.most, { default: keptDays.usual })) }),
    answer: DataOf(named('SentMail', { mails: Type.Integer() })),
    refuses: identityProblem.rows('mail_server_missing'),
    handle: async (ctx, { body }) => ({ data: { mails: await sendKeptMail(ctx, body.days ?? keptDays.usual) } }),
  }),
]
