import { audit } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { addDays } from '../../kernel/time.ts'
import { emit } from '../../kernel/work/events.ts'
import { networkAudit, networkEvents } from '../network.events.ts'
import { networkProblem } from '../network.problems.ts'
import { deleteAcceptance, writeAcceptance, type AsnAcceptance } from './acceptance.store.ts'

export { pageOfAcceptances, type AsnAcceptance } from './acceptance.store.ts'

/** Data is missing for a while, not for years. */
const longestDays = 366

/** What is known to be wrong with it still counts; only what is not known is vouched for. Said again, it is said anew. */
export async function acceptAsn(ctx: Context, asn: number, reason: string, until: Date): Promise<AsnAcceptance> {
  if (until <= ctx.now || until > addDays(ctx.now, longestDays))
    throw networkProblem('acceptance_end', { fields: { until: [`must lie within the next ${longestDays} days`] } })
  const acceptance: AsnAcceptance = { asn, reason, accepted_at: ctx.now, until }
  await writeAcceptance(ctx, acceptance)
  const data = { asn, reason, until: until.toISOString() }
  await audit(ctx, { action: networkAudit('asn.accepted'), subject, tenant: null, data })
  await emit(ctx, networkEvents('asn.accepted', null, data))
  return acceptance
}

export async function endAcceptance(ctx: Context, asn: number): Promise<void> {
  if (!(await deleteAcceptance(ctx, asn))) throw kernelProblem('not_found')
  await audit(ctx, { action: networkAudit('asn.acceptance_ended'), subject, tenant: null, data: { asn } })
  await emit(ctx, networkEvents('asn.acceptance_ended', null, { asn }))
}

const subject = { kind: 'asn_acceptance', uuid: null }
