import { audit } from '../../kernel/audit.ts'
import type { AuditAction } from '../../kernel/audit-action.ts'
import type { Context } from '../../kernel/context.ts'
import { emit } from '../../kernel/work/events.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { verdictOn, type AsnVerdict } from './asn.rules.ts'
import { decidedAmong } from './acceptance.store.ts'
import { deleteBan, findBan, writeBan, type AsnBan } from './ban.store.ts'
import { networkFacts } from '../facts.memory.ts'
import { networkAudit, networkEvents } from '../network.events.ts'

export { pageOfBans, type AsnBan } from './ban.store.ts'

/** What is known of an AS number, and whether it may get letters here. */
export async function validateAsn(ctx: Context, asn: number): Promise<AsnVerdict> {
  return (await judgeOf(ctx, [asn]))(asn)
}

/** The same of many, asked for at once. */
export async function validateAsns(ctx: Context, asns: readonly number[]): Promise<ReadonlyMap<number, AsnVerdict>> {
  const judge = await judgeOf(ctx, asns)
  return new Map(asns.map((asn) => [asn, judge(asn)]))
}

async function judgeOf(ctx: Context, asns: readonly number[]): Promise<(asn: number) => AsnVerdict> {
  const decided = await decidedAmong(ctx, asns)
  const embargoed = ctx.house.config.embargoedCountries
  const facts = networkFacts(ctx)
  const isDecided = (asn: number, banned: boolean) => decided.some((one) => one.asn === asn && one.banned === banned)
  return (asn) =>
    verdictOn(facts.asn(asn), { banned: isDecided(asn, true), accepted: isDecided(asn, false), embargoed })
}

/** Banning it again says why anew; since when stays. */
export async function banAsn(ctx: Context, asn: number, reason: string): Promise<AsnBan> {
  const known = await findBan(ctx, asn)
  const ban: AsnBan = { asn, reason, banned_at: known?.banned_at ?? ctx.now }
  await writeBan(ctx, ban)
  await record(ctx, networkAudit('asn.banned'), { asn, reason })
  await emit(ctx, networkEvents('asn.banned', null, { asn, reason }))
  return ban
}

export async function unbanAsn(ctx: Context, asn: number): Promise<void> {
  if (!(await deleteBan(ctx, asn))) throw kernelProblem('not_found')
  await record(ctx, networkAudit('asn.unbanned'), { asn })
  await emit(ctx, networkEvents('asn.unbanned', null, { asn }))
}

const record = (ctx: Context, action: AuditAction, data: Record<string, unknown>): Promise<void> =>
  audit(ctx, { action, subject: { kind: 'asn_ban', uuid: null }, tenant: null, data })
