import { audit } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { identityAudit } from '../identity.events.ts'
import { identityProblem } from '../identity.problems.ts'
import { currentTerms, insertAcceptance } from './acceptance.store.ts'
import { faultOfAcceptance } from './site-text.rules.ts'

export { listAcceptances } from './acceptance.store.ts'

/** Of whoever signs up: the terms as they are now, and nothing while there are none. */
export async function requireTerms(ctx: Context, given: number | undefined): Promise<void> {
  const fault = faultOfAcceptance(given, await currentTerms(ctx))
  if (fault !== null) throw identityProblem(fault)
}

export async function acceptTerms(ctx: Context, person: string, version: number): Promise<void> {
  await requireTerms(ctx, version)
  await keepAcceptance(ctx, person, version)
}

/** Once: who sends it again has accepted it at the first time. */
export async function keepAcceptance(ctx: Context, person: string, version: number): Promise<void> {
  if (!(await insertAcceptance(ctx, person, version))) return
  await audit(ctx, {
    action: identityAudit('person.terms_accepted'),
    subject: { kind: 'person', uuid: person },
    tenant: null,
    data: { version },
  })
}
