import type { Context } from '../kernel/context.ts'
import type { Caller, RequestFacts, Session } from '../kernel/endpoint.ts'
import type { Identities, Standing } from '../kernel/http/gate.ts'
import type { House } from '../kernel/house.ts'
import { kernelProblem } from '../kernel/problems.ts'
import { slot } from '../kernel/slot.ts'
import { allowLists } from './app-key/allow-list.memory.ts'
import { appKeys } from './app-key/app-key.memory.ts'
import { findStanding } from './person/person.store.ts'
import { callerBySession, hasSessionCookie } from './person/session.actions.ts'
import { mayAct } from './company/tenant.states.ts'
import { findTenant, findTenantNumbered } from './company/tenant.store.ts'
import { tokens } from './token/token.memory.ts'

/** Customer numbers never change, so each is asked for once. */
const customerNumbers = slot(() => new Map<string, number>())

async function customerNumber(ctx: Context, tenant: string): Promise<number | null> {
  const known = customerNumbers(ctx).get(tenant)
  if (known !== undefined) return known
  const found = await findTenant(ctx, tenant)
  if (!found) return null
  customerNumbers(ctx).set(tenant, found.customer_number)
  return found.customer_number
}

/** Customer numbers are of the database's integers; what is larger is nobody's. */
async function companyNumbered(ctx: Context, number: number): Promise<string | null> {
  return number <= 2_147_483_647 ? findTenantNumbered(ctx, number) : null
}

async function standing(ctx: Context, session: Session, tenant: string): Promise<Standing | null> {
  const found = await findStanding(ctx, session, tenant)
  if (!found) return null
  const { role, status, needs_sign_on: needsSignOn, lacks_factor: lacksFactor } = found
  return { role, mayAct: mayAct(status), needsSignOn, lacksFactor }
}

/** A stolen token is worth nothing where its key may not be used. Nothing is asked of the database. */
async function callerByToken(house: House, token: string, request: RequestFacts): Promise<Caller> {
  const { caller, clientId } = await tokens({ house }).check(token)
  if (!allowLists({ house }).admits(clientId, request)) throw kernelProblem('address_not_allowed')
  appKeys({ house }).touch(clientId, request)
  return caller
}

/** Says to the kernel's gate who someone is. */
export function identitiesOf(house: House): Identities {
  return {
    bearer: (token, request) => callerByToken(house, token, request),
    session: callerBySession,
    hasCookie: hasSessionCookie,
    standing,
    numberOf: customerNumber,
    tenantNumbered: companyNumbered,
  }
}
