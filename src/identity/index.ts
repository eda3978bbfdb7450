import { contextOf, system } from '../kernel/context.ts'
import type { Endpoint } from '../kernel/endpoint.ts'
import type { House } from '../kernel/house.ts'
import { appKeyRoutes } from './appkey.routes.ts'
import { appKeys } from './appkey.memory.ts'
import { auditLogRoutes } from './auditlog.routes.ts'
import { companyRoutes } from './company.routes.ts'
import { invitationRoutes } from './invitation.routes.ts'
import { keyring } from './keyring.memory.ts'
import { mailboxRoutes } from './mailbox.routes.ts'
import { memberRoutes } from './member.routes.ts'
import { operatorRoutes } from './operator.routes.ts'
import { profileRoutes } from './profile.routes.ts'
import { revocations } from './revocation.memory.ts'
import { sessionRoutes } from './session.routes.ts'
import { signUpRoutes } from './signup.routes.ts'
import { tendSigningKeys } from './signingkey.actions.ts'
import { tokenRoutes } from './token.routes.ts'

/** The door of the identity slice. */

export const identityRoutes: readonly Endpoint[] = [
  ...tokenRoutes,
  ...companyRoutes,
  ...auditLogRoutes,
  ...sessionRoutes,
  ...signUpRoutes,
  ...profileRoutes,
  ...appKeyRoutes,
  ...memberRoutes,
  ...invitationRoutes,
  ...mailboxRoutes,
  ...operatorRoutes,
]

/** Before the first request: a key to sign with, and everything a node keeps in memory. */
export async function openIdentity(house: House): Promise<void> {
  await tendSigningKeys(contextOf(house, { actor: system('start') }))
  keyring({ house })
  revocations({ house })
  appKeys({ house })
  await house.pulse.look()
}

export async function closeIdentity(house: House): Promise<void> {
  await appKeys({ house }).flush()
}

export { createAppKey, revokeByClientId, rotateByClientId, showAppKeys } from './appkey.actions.ts'
export { knownScopes } from './appkey.rules.ts'
export { forgetExpired, tendKeys } from './identity.jobs.ts'
export { identityInvariants } from './invariants.store.ts'
export { createMember } from './member.actions.ts'
export { ownersOf } from './member.store.ts'
export { mailOwners, noticedEvents, tellOwners, type Notice } from './notice.actions.ts'
export { newTicket as newPassword } from './person.rules.ts'
export { porterOf } from './porter.actions.ts'
export { rotateSigningKey } from './signingkey.actions.ts'
export { activeOnly, createTenant, listTenants, moveTenant, requireActive, showTenant } from './tenant.actions.ts'
export { tenantStates } from './tenant.states.ts'
export { isEmptyWorld, titlesOf, type Tenant } from './tenant.store.ts'
