import { contextOf, system } from '../kernel/context.ts'
import type { Endpoint } from '../kernel/endpoint.ts'
import type { House } from '../kernel/house.ts'
import { allowLists } from './app-key/allow-list.memory.ts'
import { appKeyRoutes } from './app-key/app-key.routes.ts'
import { appKeys } from './app-key/app-key.memory.ts'
import { auditLogRoutes } from './audit-log/audit-log.routes.ts'
import { companyRoutes } from './company/company.routes.ts'
import { explorerRoutes } from './token/explorer.routes.ts'
import { factorRoutes } from './factor/factor.routes.ts'
import { proofRoutes } from './factor/proof.routes.ts'
import { requirementRoutes } from './factor/requirement.routes.ts'
import { firstRunRoutes } from './company/first-run.routes.ts'
import { invitationRoutes } from './member/invitation.routes.ts'
import { keyring } from './token/keyring.memory.ts'
import { choiceRoutes } from './mailbox/choice.routes.ts'
import { mailboxRoutes } from './mailbox/mailbox.routes.ts'
import { memberRoutes } from './member/member.routes.ts'
import { operatorRoutes } from './company/operator.routes.ts'
import { profileRoutes } from './person/profile.routes.ts'
import { revocations } from './token/revocation.memory.ts'
import { signOnRoutes } from './sso/sign-on.routes.ts'
import { ssoRoutes } from './sso/connection.routes.ts'
import { sessionRoutes } from './person/session.routes.ts'
import { signUpRoutes } from './company/sign-up.routes.ts'
import { siteTextRoutes } from './site-text/site-text.routes.ts'
import { tendSigningKeys } from './token/signing-key.actions.ts'
import { tokenRoutes } from './token/token.routes.ts'

/** The door of the identity slice. */

export const identityRoutes: readonly Endpoint[] = [
  ...tokenRoutes,
  ...companyRoutes,
  ...auditLogRoutes,
  ...sessionRoutes,
  ...signOnRoutes,
  ...ssoRoutes,
  ...signUpRoutes,
  ...firstRunRoutes,
  ...profileRoutes,
  ...siteTextRoutes,
  ...proofRoutes,
  ...factorRoutes,
  ...requirementRoutes,
  ...appKeyRoutes,
  ...explorerRoutes,
  ...memberRoutes,
  ...invitationRoutes,
  ...mailboxRoutes,
  ...choiceRoutes,
  ...operatorRoutes,
]

/** Before the first request: a key to sign with, and everything a node keeps in memory. */
export async function openIdentity(house: House): Promise<void> {
  await tendSigningKeys(contextOf(house, { actor: system('start') }))
  keyring({ house })
  revocations({ house })
  appKeys({ house })
  allowLists({ house })
  await house.pulse.look()
}

export async function closeIdentity(house: House): Promise<void> {
  await appKeys({ house }).flush()
}

export { countOperators } from './company/first-run.store.ts'
export { offerFirstRun } from './company/first-run.actions.ts'
export { isMailSent, noMail, peopleChecks, type PeopleFacts } from './readiness.rules.ts'
export { shortForm } from './app-key/allow-list.rules.ts'
export {
  createAppKey,
  restrictByClientId,
  revokeByClientId,
  rotateByClientId,
  showAppKeys,
} from './app-key/app-key.actions.ts'
export { knownScopes } from './scope.rules.ts'
export { securitySchemes } from './security.wire.ts'
export { tokenDialect } from './token/refusal.wire.ts'
export { forgetExpired, tendKeys, warnOfKeys } from './identity.jobs.ts'
export { identityInvariants } from './invariants.store.ts'
export { resetFactorsByEmail } from './factor/requirement.actions.ts'
export { createMember } from './member/member.actions.ts'
export { ownersOf } from './member/member.store.ts'
export { identityEvents } from './identity.events.ts'
export { keptDays, mailStanding, mute, sendKeptMail } from './mailbox/choice.actions.ts'
export { findMailTicket } from './mailbox/choice.store.ts'
export { isTopic, topicNames, topics } from './mailbox/topic.rules.ts'
export {
  mailPeople,
  mailReader,
  pathOf,
  peopleHear,
  tellOwners,
  type Notice,
  type Words,
} from './person/notice.actions.ts'
export { nameFault } from './person/name.rules.ts'
export { newTicket, newTicket as newPassword } from './person/person.rules.ts'
export { mailPasswordReset } from './person/reset.actions.ts'
export { sessionOf } from './person/session.routes.ts'
export { identitiesOf } from './identities.actions.ts'
export { rotateSigningKey } from './token/signing-key.actions.ts'
export {
  activeOnly,
  createTenant,
  listTenants,
  moveTenant,
  requireActive,
  showTenant,
} from './company/tenant.actions.ts'
export { tenantStates } from './company/tenant.states.ts'
export { companiesOf, isEmptyWorld, titlesOf, type Tenant } from './company/tenant.store.ts'
export { identitySettings } from './identity.settings.ts'
