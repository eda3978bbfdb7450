import { audit } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import type { RequestFacts } from '../../kernel/endpoint.ts'
import { deleteChallengesOf } from '../factor/challenge.store.ts'
import { identityAudit } from '../identity.events.ts'
import { identityProblem } from '../identity.problems.ts'
import { acceptablePassword, ticketDigest } from './person.rules.ts'
import { deleteSessionsOf, deleteTicketsOf, findPerson, setPassword, takeTicket, type Person } from './person.store.ts'
import { enter, hashPassword, type Entry } from './session.actions.ts'
import { redeemSignUp } from '../company/sign-up.actions.ts'
import { deleteSignUpsOf } from '../company/sign-up.store.ts'

/**
 * By the ticket of a reset, or of a sign-up. Ends every session and ticket of the person: who knew the old password, or
 * has an older mail, is out. Whoever chose it is in, once they have brought their second factor if they have one.
 */
export async function choosePassword(
  ctx: Context,
  ticket: string,
  password: string,
  facts: RequestFacts,
): Promise<Entry> {
  const person = await personBehind(ctx, ticketDigest(ticket))
  if (!person) throw identityProblem('ticket_invalid')
  if (!acceptablePassword(password, person.email)) throw identityProblem('password_weak')
  await keepPassword(ctx, person, password)
  return enter(ctx, person, facts)
}

async function personBehind(ctx: Context, digest: Buffer): Promise<Person | undefined> {
  const uuid = await takeTicket(ctx, digest)
  return uuid === null ? redeemSignUp(ctx, digest) : findPerson(ctx, uuid)
}

export async function keepPassword(ctx: Context, { uuid, email }: Person, password: string): Promise<void> {
  await setPassword(ctx, uuid, await hashPassword(password))
  await deleteSessionsOf(ctx, uuid)
  await deleteChallengesOf(ctx, uuid)
  await deleteTicketsOf(ctx, uuid)
  await deleteSignUpsOf(ctx, email)
  const own: Context = { ...ctx, actor: { kind: 'user', id: uuid } }
  await audit(own, { action: identityAudit('person.password_chosen'), subject: { kind: 'person', uuid }, tenant: null })
}
