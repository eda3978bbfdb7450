import { audit } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { emit } from '../../kernel/work/events.ts'
import { move } from '../../kernel/db/moves.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { bump } from '../../kernel/pulse.ts'
import { identityAudit, identityEvents } from '../identity.events.ts'
import { identityProblem } from '../identity.problems.ts'
import { requireNames } from '../person/name.actions.ts'
import { tenantStates, type TenantTrigger } from './tenant.states.ts'
import { findTenant, insertTenant, lockTenant, updateTenant, type Tenant, type TenantChange } from './tenant.store.ts'

export { listTenants } from './tenant.store.ts'

interface NewTenant {
  readonly title: string
  readonly role?: Tenant['role']
  readonly contactEmail?: string | null
}

/** A company begins pending; where the installation says so it is activated at once. */
export async function createTenant(
  ctx: Context,
  { title, role = 'lessee', contactEmail = null }: NewTenant,
): Promise<Tenant> {
  requireNames({ title })
  const tenant = await insertTenant(ctx, {
    uuid: newUuid(),
    title,
    role,
    status: tenantStates.initial,
    contact_email: contactEmail,
    created_at: ctx.now,
  })
  await audit(ctx, {
    action: identityAudit('tenant.created'),
    subject: { kind: 'tenant', uuid: tenant.uuid },
    tenant: tenant.uuid,
    data: { title, role },
  })
  return ctx.house.config.autoActivate ? moveTenant(ctx, tenant.uuid, 'activate') : tenant
}

export async function showTenant(ctx: Context, uuid: string): Promise<Tenant> {
  const tenant = await findTenant(ctx, uuid)
  if (!tenant) throw kernelProblem('not_found')
  return tenant
}

/**
 * Decisions 3, Status: pending may browse and pay, but neither lease nor list. Endpoints that ask declare `activeOnly`.
 */
export async function requireActive(ctx: Context, uuid: string): Promise<Tenant> {
  const tenant = await showTenant(ctx, uuid)
  if (tenant.status !== 'active') throw identityProblem('company_not_active')
  return tenant
}

export const activeOnly = identityProblem.rows('company_not_active')

export async function changeTenant(ctx: Context, uuid: string, change: TenantChange): Promise<Tenant> {
  if (Object.keys(change).length === 0) return showTenant(ctx, uuid)
  requireNames(namesIn(change))
  await requireSignatory(ctx, uuid, change)
  const tenant = await updateTenant(ctx, uuid, change)
  if (!tenant) throw kernelProblem('not_found')
  await audit(ctx, {
    action: identityAudit('tenant.changed'),
    subject: { kind: 'tenant', uuid },
    tenant: uuid,
    data: change,
  })
  return tenant
}

const namesIn = ({
  title,
  signatory_name,
  signatory_role,
  postal_address = [],
}: TenantChange): Record<string, string> =>
  Object.fromEntries([
    ...Object.entries({ title, signatory_name, signatory_role }).filter((entry) => typeof entry[1] === 'string'),
    ...postal_address.map((line, i) => [`postal_address.${i}`, line]),
  ]) as Record<string, string>

/** Nobody has a role who has no name. */
async function requireSignatory(ctx: Context, uuid: string, change: TenantChange): Promise<void> {
  if (change.signatory_role === undefined && change.signatory_name !== null) return
  const { signatory_name, signatory_role } = { ...(await showTenant(ctx, uuid)), ...change }
  if (signatory_name === null && signatory_role !== null)
    throw kernelProblem('invalid_fields', { fields: { signatory_name: ['is required with signatory_role'] } })
}

/** Suspending or closing ends the company's tokens on every node. */
export async function moveTenant(ctx: Context, uuid: string, trigger: TenantTrigger, reason?: string): Promise<Tenant> {
  const tenant = await lockTenant(ctx, uuid)
  if (!tenant) throw kernelProblem('not_found')
  const status = await move(
    ctx,
    tenantStates,
    { table: 'tenant', uuid, tenant: uuid, from: tenant.status, trigger, ...(reason ? { data: { reason } } : {}) },
    (from) =>
      identityProblem('tenant_move_forbidden', { message: `A ${from} company cannot be changed by "${trigger}".` }),
  )
  await bump(ctx.db, 'revocations')
  await emit(ctx, identityEvents(`tenant.${trigger}`, uuid, { title: tenant.title, status }))
  return { ...tenant, status }
}
