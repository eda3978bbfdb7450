import { inTransaction, system, type Context } from '../../kernel/context.ts'
import { KeyMissing } from '../../kernel/secrets/box.ts'
import { seal } from '../../kernel/secrets/sealing.ts'
import { addSeconds } from '../../kernel/time.ts'
import { identityProblem } from '../identity.problems.ts'
import { createMember } from '../member/member.actions.ts'
import { requireNames } from '../person/name.actions.ts'
import { isFirstRunTicket, newFirstRunTicket } from './first-run.rules.ts'
import { hasOperatorCompany, lockFirstRun } from './first-run.store.ts'
import { createTenant, moveTenant } from './tenant.actions.ts'

/**
 * Who starts the first server makes the operator company in a browser, by an address that only the terminal shows. The
 * address is a sealed value and kept nowhere: it is used up by there being an operator company.
 */

const goodForSeconds = 86_400

/** Null: there is an operator company, so nobody needs one any more. */
export async function offerFirstRun(ctx: Context): Promise<string | null> {
  if (await hasOperatorCompany(ctx)) return null
  const plain = newFirstRunTicket(addSeconds(ctx.realNow, goodForSeconds))
  return (await inTransaction(ctx, (tx) => seal(tx, plain))).toString('base64url')
}

interface FirstRun {
  readonly ticket: string
  readonly company: { readonly title: string }
  readonly name: string
  readonly email: string
  readonly password: string
}

/** One of several at once; the others find that it is done. */
export async function beginOperating(
  ctx: Context,
  { ticket, company, name, email, password }: FirstRun,
): Promise<void> {
  if (!isFirstRunTicket(openedTicket(ctx, ticket), ctx.realNow)) throw identityProblem('first_run_over')
  await lockFirstRun(ctx)
  if (await hasOperatorCompany(ctx)) throw identityProblem('first_run_over')
  requireNames({ name })
  requireNames({ title: company.title }, 'company.')
  const own: Context = { ...ctx, actor: system('first run') }
  const tenant = await createTenant(own, { title: company.title, role: 'operator', contactEmail: email })
  if (tenant.status !== 'active') await moveTenant(own, tenant.uuid, 'activate')
  await createMember(own, tenant.uuid, { email, name, role: 'owner' }, password)
}

/** Whether it is one of ours is told by its tag, which is compared in constant time; null: it is not. */
function openedTicket({ house }: Context, ticket: string): string | null {
  try {
    return house.box.open(Buffer.from(ticket, 'base64url'))
  } catch (error) {
    if (error instanceof KeyMissing) return null
    throw error
  }
}
