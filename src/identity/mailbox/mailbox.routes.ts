import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { PageOf, pageQuery } from '../../kernel/db/paging.ts'
import { Answer, named, Nullable, OneOf, Text, Type, UnixTime, Uuid } from '../../kernel/http/schema.ts'
import { identityProblem } from '../identity.problems.ts'
import { showMailbox } from './mailbox.actions.ts'

const MailAnswer = named('Mail', {
  uuid: Uuid,
  recipient: Type.String(),
  subject: Type.String(),
  body: Type.String(),
  lead: Nullable(Answer({ label: Type.String(), url: Type.String() }, 'Where it leads.')),
  status: OneOf(['queued', 'sent', 'kept', 'failed']),
  created_at: UnixTime,
})

export const mailboxRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'portalMailbox',
    route: 'GET /portal/mailbox',
    tag: 'Portal',
    summary: 'Read the sandbox mailbox',
    description: 'Mail to the person who is signed in; operators see all. Only in a sandbox.',
    access: { by: 'person' },
    query: pageQuery({
      perPage: 25,
      sortable: [],
      filters: {
        search: Type.Optional(Text(255, { description: 'Part of the recipient, of the subject or of the text.' })),
      },
    }),
    answer: PageOf(MailAnswer),
    refuses: identityProblem.rows('sandbox_only'),
    handle: (ctx, { caller, query }) => showMailbox(ctx, caller, query),
  }),
]
