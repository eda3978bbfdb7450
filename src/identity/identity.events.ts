import { auditActions } from '../kernel/audit-action.ts'
import { Type, Uuid, OneOf } from '../kernel/http/schema.ts'
import { events } from '../kernel/work/event-table.ts'
import { tenantStates } from './company/tenant.states.ts'

const tenant = Type.Object({ title: Type.String(), status: OneOf(tenantStates.states) })

export const identityEvents = events({
  'app_key.created': [
    'A company has a new app key.',
    Type.Object({ uuid: Uuid, name: Type.String(), scopes: Type.Array(Type.String()) }),
  ],
  'app_key.restricted': [
    'From where an app key may be used was changed; nothing named is from anywhere.',
    Type.Object({ uuid: Uuid, name: Type.String(), allowed_addresses: Type.Array(Type.String()) }),
  ],
  'app_key.expiring': [
    'An app key ends in 30 days, 7 days or a day.',
    Type.Object({
      uuid: Uuid,
      name: Type.String(),
      expires_at: Type.String({ format: 'date-time' }),
      days: Type.Integer(),
    }),
  ],
  'app_key.revoked': [
    'An app key was revoked, and its access tokens with it.',
    Type.Object({ uuid: Uuid, name: Type.String() }),
  ],
  'tenant.activate': ['A company may lease and list from now on.', tenant],
  'tenant.suspend': ['An operator suspended a company; its tokens ended.', tenant],
  'tenant.restore': ['A suspended company may act again.', tenant],
  'tenant.close': ['A company was closed for good.', tenant],
})

/** What the audit log calls what is no move of a state. */
export const identityAudit = auditActions(
  'app_key.created',
  'app_key.revoked',
  'app_key.restricted',
  'app_key.rotated',
  'app_key.secret_ended',
  'explorer_token.issued',
  'factor.added',
  'factor.removed',
  'factor.renamed',
  'factor.reset',
  'factor.roles_required',
  'member.added',
  'member.invited',
  'member.invited_again',
  'member.invitation_withdrawn',
  'member.invitation_declined',
  'member.role_changed',
  'member.removed',
  'mail.sent_later',
  'person.mail_muted',
  'person.mail_wanted',
  'person.renamed',
  'person.time_zone_chosen',
  'person.password_chosen',
  'person.password_changed',
  'person.sessions_ended',
  'person.terms_accepted',
  'recovery_code.used',
  'recovery_code.renewed',
  'sign_on.configured',
  'sign_on.changed',
  'sign_on.tested',
  'sign_on.enabled',
  'sign_on.disabled',
  'sign_on.required',
  'sign_on.not_required',
  'sign_on.removed',
  'sign_on.domain_added',
  'sign_on.domain_proven',
  'sign_on.domain_removed',
  'sign_on.person_linked',
  'sign_on.person_unlinked',
  'session.started',
  'session.proven',
  'session.ended',
  'signing_key.created',
  'site_text.published',
  'tenant.created',
  'tenant.changed',
  'tenant.second_factor',
)
