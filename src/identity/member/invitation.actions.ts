import { audit } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import type { RequestFacts, Role } from '../../kernel/endpoint.ts'
import { sendMail } from '../../kernel/work/mail.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { addSeconds } from '../../kernel/time.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { identityAudit } from '../identity.events.ts'
import { identityProblem } from '../identity.problems.ts'
import {
  deleteInvitation,
  findByTicket,
  findInvitation,
  insertInvitation,
  isMember,
  lockInvitation,
  takeInvitation,
  updateInvitation,
  type Invitation,
  type ShownInvitation,
} from './invitation.store.ts'
import { insertMembership } from './member.store.ts'
import { requireNames } from '../person/name.actions.ts'
import { keepPassword } from '../person/password.actions.ts'
import {
  acceptablePassword,
  inviting,
  newTicket,
  normalEmail,
  ticketDigest,
  ticketSeconds,
} from '../person/person.rules.ts'
import {
  countAttempt,
  ensurePerson,
  findPerson,
  findPersonByEmail,
  setAccount,
  type Person,
} from '../person/person.store.ts'
import { enter, type Entry } from '../person/session.actions.ts'
import { mayFound } from '../company/sign-up.actions.ts'
import { showTenant } from '../company/tenant.actions.ts'
import type { Tenant } from '../company/tenant.store.ts'

export { listInvitations } from './invitation.store.ts'

/**
 * Whoever invites types an address and learns nothing about it: what is done and mailed is the same, whether it has an
 * account or not. Whoever reads that mailbox answers.
 */

export async function invite(
  ctx: Context,
  tenant: string,
  { email, role }: { readonly email: string; readonly role: Role },
): Promise<ShownInvitation> {
  await showTenant(ctx, tenant)
  const address = normalEmail(email)
  if (await isMember(ctx, tenant, address)) throw identityProblem('already_member')
  const uuid = newUuid()
  const ticket = newTicket()
  const row = { uuid, tenant_uuid: tenant, email: address, role, ...freshTicket(ctx, ticket) }
  const by = ctx.actor.kind === 'user' ? ctx.actor.id : null
  if (!(await insertInvitation(ctx, { ...row, invited_by: by, created_at: ctx.realNow })))
    throw identityProblem('already_invited')
  await mailInvitation(ctx, row, ticket)
  await record(ctx, row, 'invited')
  return show(ctx, uuid)
}

/** The link that was mailed before works no more. */
export async function inviteAgain(ctx: Context, tenant: string, uuid: string): Promise<ShownInvitation> {
  const invitation = await lockInvitation(ctx, tenant, uuid)
  if (!invitation) throw kernelProblem('not_found')
  const ticket = newTicket()
  await updateInvitation(ctx, uuid, freshTicket(ctx, ticket))
  await mailInvitation(ctx, invitation, ticket)
  await record(ctx, invitation, 'invited_again')
  return show(ctx, uuid)
}

const freshTicket = (ctx: Context, ticket: string) => ({
  digest: ticketDigest(ticket),
  mailed_at: ctx.realNow,
  expires_at: addSeconds(ctx.realNow, ticketSeconds),
})

async function show(ctx: Context, uuid: string): Promise<ShownInvitation> {
  const shown = await findInvitation(ctx, uuid)
  if (!shown) throw new Error('an invitation that was just written')
  return shown
}

/** Says nothing that anybody has typed: not even the company's name, which its page tells. */
async function mailInvitation(
  ctx: Context,
  { tenant_uuid: tenant, email, role }: Pick<Invitation, 'tenant_uuid' | 'email' | 'role'>,
  ticket: string,
): Promise<void> {
  await refuseTooOften(ctx, `invitation-to:${email}`, inviting.mostToAddress)
  await refuseTooOften(ctx, `invitation-by:${tenant}`, inviting.mostByCompany)
  const link = `${ctx.house.config.publicUrl}/invitation#${ticket}`
  const text = `You are invited to join a company on Sublet as ${role}.\n\nSee which one, and accept or decline, within 72 hours:\n${link}\n\nIf you did not expect this, you can ignore it.\n`
  await sendMail(ctx, { to: email, subject: 'You are invited to a company on Sublet', text })
}

async function refuseTooOften(ctx: Context, subject: string, most: number): Promise<void> {
  const { failures, since } = await countAttempt(ctx, subject, inviting.windowSeconds)
  if (failures <= most) return
  const wait = Math.ceil((addSeconds(since, inviting.windowSeconds).getTime() - ctx.realNow.getTime()) / 1_000)
  throw identityProblem('invitation_throttled', { headers: { 'retry-after': String(Math.max(1, wait)) } })
}

export async function withdrawInvitation(ctx: Context, tenant: string, uuid: string): Promise<void> {
  const invitation = await lockInvitation(ctx, tenant, uuid)
  if (!invitation) throw kernelProblem('not_found')
  await deleteInvitation(ctx, uuid)
  await record(ctx, invitation, 'invitation_withdrawn')
}

interface OpenedInvitation extends ShownInvitation {
  readonly company: string
  /** To whoever has the ticket: it is their own address. */
  readonly hasAccount: boolean
}

export async function openInvitation(ctx: Context, ticket: string): Promise<OpenedInvitation> {
  const invitation = await findByTicket(ctx, ticketDigest(ticket))
  if (!invitation) throw identityProblem('invitation_invalid')
  const { title } = await showTenant(ctx, invitation.tenant_uuid)
  const person = await findPersonByEmail(ctx, invitation.email)
  return { ...invitation, company: title, hasAccount: typeof person?.password_hash === 'string' }
}

/** By the person who is signed in, whose address it must be. */
export async function acceptInvitation(ctx: Context, person: string, ticket: string): Promise<Tenant> {
  const invitation = await answered(ctx, ticket)
  const own = await findPerson(ctx, person)
  if (!own || own.email !== invitation.email) throw identityProblem('invitation_for_another')
  return join(ctx, own, invitation)
}

/** By somebody who has no account yet: the ticket is the proof of the address. */
export async function joinByInvitation(
  ctx: Context,
  { ticket, name, password }: { readonly ticket: string; readonly name: string; readonly password: string },
  facts: RequestFacts,
): Promise<Entry> {
  requireNames({ name })
  const invitation = await answered(ctx, ticket)
  const { email } = invitation
  if (!acceptablePassword(password, email)) throw identityProblem('password_weak')
  const known = await findPersonByEmail(ctx, email)
  if (typeof known?.password_hash === 'string') throw identityProblem('account_exists')
  const person = await ensurePerson(ctx, { uuid: newUuid(), email, name, created_at: ctx.now })
  // Somebody else may have typed one before.
  if (known) await setAccount(ctx, person.uuid, { name })
  await join({ ...ctx, actor: { kind: 'user', id: person.uuid } }, person, invitation)
  await keepPassword(ctx, person, password)
  return enter(ctx, person, facts)
}

export async function declineInvitation(ctx: Context, ticket: string): Promise<void> {
  await record(ctx, await answered(ctx, ticket), 'invitation_declined')
}

async function answered(ctx: Context, ticket: string): Promise<Invitation> {
  const invitation = await takeInvitation(ctx, ticketDigest(ticket))
  if (!invitation) throw identityProblem('invitation_invalid')
  return invitation
}

async function join(ctx: Context, { uuid, email }: Person, invitation: Invitation): Promise<Tenant> {
  const { tenant_uuid: tenant, role } = invitation
  if (!(await mayFound(ctx, uuid))) throw identityProblem('too_many_companies')
  if (await insertMembership(ctx, tenant, uuid, role))
    await audit(ctx, {
      action: identityAudit('member.added'),
      subject: { kind: 'person', uuid },
      tenant,
      data: { email, role },
    })
  return showTenant(ctx, tenant)
}

function record(
  ctx: Context,
  { uuid, tenant_uuid: tenant, email, role }: Pick<Invitation, 'uuid' | 'tenant_uuid' | 'email' | 'role'>,
  verb: 'invited' | 'invited_again' | 'invitation_withdrawn' | 'invitation_declined',
): Promise<void> {
  return audit(ctx, {
    action: identityAudit(`member.${verb}`),
    subject: { kind: 'invitation', uuid },
    tenant,
    data: { email, role },
  })
}
