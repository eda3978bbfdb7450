import { audit } from '../../kernel/audit.ts'
import { tenantOf, type Context } from '../../kernel/context.ts'
import type { Session } from '../../kernel/endpoint.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { mayAct } from '../company/tenant.states.ts'
import { identityAudit } from '../identity.events.ts'
import { findStanding } from '../person/person.store.ts'
import { explorerClient, explorerSeconds, isGiven } from './explorer.rules.ts'
import { signToken, type Token } from './token.actions.ts'

/** For the explorer: by whoever is signed in, for a company of their own. Whether it still holds is asked at each use. */
export async function issueExplorerToken(ctx: Context, session: Session, scopes: readonly string[]): Promise<Token> {
  const tenant = tenantOf(ctx)
  const standing = await findStanding(ctx, session, tenant)
  // Operators look into every company; a token they have only of their own.
  if (!standing || standing.needs_sign_on) throw kernelProblem('tenant_mismatch')
  if (!mayAct(standing.status)) throw kernelProblem('company_closed')
  if (!isGiven(standing, scopes)) throw kernelProblem('role_missing')
  const [jti, scope] = [newUuid(), scopes.join(' ')]
  const { uuid: session_uuid, userUuid: sub } = session
  const claims = { sub, client_id: explorerClient, tenant, session_uuid, scope, jti }
  await audit(ctx, {
    action: identityAudit('explorer_token.issued'),
    subject: { kind: 'explorer_token', uuid: jti },
    data: { scopes, seconds: explorerSeconds },
  })
  return {
    access_token: await signToken(ctx, claims, explorerSeconds),
    expires_in: explorerSeconds,
    scope,
    token_type: 'bearer',
  }
}
