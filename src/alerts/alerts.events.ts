import { auditActions } from '../kernel/audit-action.ts'
import { named, Nullable, OneOf, Type, Uuid } from '../kernel/http/schema.ts'
import { events } from '../kernel/work/event-table.ts'
import { severities } from './alert/alert.rules.ts'
import { kindNames } from './kind.rules.ts'

const AlertRaised = named('AlertRaised', {
  uuid: Uuid,
  kind: OneOf(kindNames),
  severity: OneOf(severities),
  title: Type.String(),
  count: Type.Integer({ description: 'How many prefixes, leases, blocks or payments it is about.' }),
  first: Type.Array(
    named(
      'AlertPart',
      { title: Type.String(), why: Nullable(Type.String()) },
      'One of the first, the worst of them before others.',
    ),
  ),
  path: Nullable(Type.String({ description: 'The page of the portal to look at.' })),
})

export const alertsEvents = events({
  'alert.raised': [
    'People of a company are alerted: once for all of a kind that happened together, such as 500 prefixes of one import.',
    AlertRaised,
  ],
})

/** What the audit log calls what is no move of a state. */
export const alertsAudit = auditActions('person.alert_mail_chosen', 'tenant.alert_mail_chosen')
