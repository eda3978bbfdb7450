import { audit } from '../../kernel/audit.ts'
import type { AuditAction } from '../../kernel/audit-action.ts'
import type { Context } from '../../kernel/context.ts'
import { emit } from '../../kernel/work/events.ts'
import { knownPrefix } from '../../kernel/ip/index.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { leaseOf } from '../../market/index.ts'
import { feedText, readLines, type FeedLine, type WantedLine } from './geofeed.rules.ts'
import { linesAfter, pageOfLines, replaceLines, type FeedEntry } from './geofeed.store.ts'
import { isoCodes } from './iso-code.memory.ts'
import { prefixesAudit, prefixesEvents } from '../prefixes.events.ts'
import { prefixProblem } from '../prefixes.problems.ts'

/** A lessee's geofeed: what it says of each lease, and the file anyone may read. */

/** Only its lessee's, and only while it lives. */
async function requireLease(ctx: Context, tenant: string, uuid: string) {
  const lease = await leaseOf(ctx, tenant, uuid)
  if (!lease) throw kernelProblem('not_found')
  return lease
}

export async function setGeofeed(
  ctx: Context,
  tenant: string,
  lease: string,
  wanted: readonly WantedLine[],
): Promise<readonly FeedLine[]> {
  const { block } = await requireLease(ctx, tenant, lease)
  const read = readLines(wanted, knownPrefix(block), await isoCodes(ctx))
  if ('faults' in read) throw prefixProblem('geofeed_invalid', { fields: read.faults })
  await replaceLines(ctx, tenant, lease, read.lines)
  await tell(ctx, tenant, lease, prefixesAudit('geofeed.set'), { lines: read.lines.length })
  return read.lines
}

export async function removeGeofeed(ctx: Context, tenant: string, lease: string): Promise<void> {
  await requireLease(ctx, tenant, lease)
  await replaceLines(ctx, tenant, lease, [])
  await tell(ctx, tenant, lease, prefixesAudit('geofeed.removed'), {})
}

async function tell(ctx: Context, tenant: string, lease: string, action: AuditAction, data: object): Promise<void> {
  await audit(ctx, { action, subject: { kind: 'lease', uuid: lease }, data: { ...data } })
  await emit(ctx, prefixesEvents('geofeed.changed', tenant, { lease_uuid: lease }))
}

export async function listGeofeed(
  ctx: Context,
  tenant: string,
  lease: string | null,
  page: { readonly perPage: number; readonly offset: number },
): Promise<{ rows: FeedEntry[]; total: number }> {
  return pageOfLines(ctx, tenant, lease, page)
}

const linesAtOnce = 1_000

/** The file, a batch at a time. Of a company that has none, or is none, it is empty: which of the two is not said. */
export async function* geofeedOf(ctx: Context, tenant: string): AsyncGenerator<string> {
  for (let last: FeedEntry | null = null; ;) {
    const lines: FeedEntry[] = await linesAfter(ctx, tenant, last, linesAtOnce)
    if (lines.length > 0) yield lines.map(feedText).join('')
    if (lines.length < linesAtOnce) return
    last = lines.at(-1) ?? null
  }
}
