import { audit } from '../../kernel/audit.ts'
import type { AuditAction } from '../../kernel/audit-action.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import type { Session } from '../../kernel/endpoint.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { identityAudit } from '../identity.events.ts'
import { identityProblem } from '../identity.problems.ts'
import { deleteChallengesOf } from '../factor/challenge.store.ts'
import { requireNames } from './name.actions.ts'
import { acceptablePassword, isTimeZone, throttle } from './person.rules.ts'
import {
  deleteOtherOwnSessions,
  deleteOtherSessions,
  deleteOwnSession,
  deleteTicketsOf,
  findPerson,
  forgetAttempts,
  setAccount,
  setPassword,
  type AccountChange,
  type Person,
} from './person.store.ts'
import { hashPassword, provenPassword, refuseTooMany } from './session.actions.ts'

export { listSessions } from './person.store.ts'

/** What somebody changes about themselves. */

export async function changeAccount(ctx: Context, uuid: string, change: AccountChange): Promise<Person> {
  const { name, time_zone } = change
  if (name !== undefined) requireNames({ name })
  if (time_zone !== undefined && !isTimeZone(time_zone)) throw identityProblem('time_zone_unknown')
  const person = await setAccount(ctx, uuid, change)
  if (!person) throw kernelProblem('session_missing')
  if (name !== undefined) await record(ctx, identityAudit('person.renamed'), uuid, { name })
  if (time_zone !== undefined) await record(ctx, identityAudit('person.time_zone_chosen'), uuid, { time_zone })
  return person
}

/** The old one is asked for, and counted before it is judged, as at the sign-in; whoever else is signed in as this person is out. */
export async function changePassword(
  ctx: Context,
  session: { readonly uuid: string; readonly userUuid: string },
  { current, next }: { readonly current: string; readonly next: string },
): Promise<void> {
  const person = await findPerson(ctx, session.userUuid)
  if (!person) throw kernelProblem('session_missing')
  const attempts = `password:${person.uuid}`
  await refuseTooMany(ctx, attempts, throttle.account)
  if (!(await provenPassword(person, current))) throw identityProblem('password_wrong')
  if (!acceptablePassword(next, person.email)) throw identityProblem('password_weak')
  const hash = await hashPassword(next)
  await inTransaction(ctx, async (tx) => {
    await setPassword(tx, person.uuid, hash)
    await deleteOtherSessions(tx, person.uuid, session.uuid)
    await deleteTicketsOf(tx, person.uuid)
    await deleteChallengesOf(tx, person.uuid)
    await forgetAttempts(tx, attempts)
    await record(tx, identityAudit('person.password_changed'), person.uuid)
  })
}

/** One's own only: another's is as unknown as one that never was. */
export async function endSession(ctx: Context, session: Session, uuid: string): Promise<void> {
  if (!(await deleteOwnSession(ctx, session, uuid))) throw kernelProblem('not_found')
  await audit(ctx, { action: identityAudit('session.ended'), subject: { kind: 'session', uuid }, tenant: null })
}

/** Save the one in use; how many there were. */
export async function endOtherSessions(ctx: Context, session: Session): Promise<number> {
  const ended = await deleteOtherOwnSessions(ctx, session)
  if (ended > 0) await record(ctx, identityAudit('person.sessions_ended'), session.userUuid, { ended })
  return ended
}

function record(ctx: Context, action: AuditAction, uuid: string, data: Record<string, unknown> = {}): Promise<void> {
  return audit(ctx, { action, subject: { kind: 'person', uuid }, tenant: null, data })
}
