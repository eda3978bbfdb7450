import { titlesOf } from '../../identity/index.ts'
import { auditAll } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { lettersAudit } from '../letters.events.ts'
import { newCode } from '../document/code.rules.ts'
import { isLive, letterStates } from './letter.states.ts'
import { insertLetters, type Letter } from './letter.store.ts'
import { isOwnName } from '../purchase/company.rules.ts'
import { takeClaimedLines, type LetterLine } from '../purchase/line.store.ts'
import { tellOfLetters } from './news.actions.ts'
import { lockLeases } from './subnet.store.ts'

/** What is asked for one AS number, with the lease of each subnet. */
type WantedLetters = Omit<LetterLine, 'price_minor' | 'until' | 'claimed_by' | 'created_at'>

type Lease = Awaited<ReturnType<typeof lockLeases>>[number]

/**
 * What an order claimed becomes letters, one for each subnet: it has been paid for. Where a lease has ended meanwhile, the
 * letter ended with it.
 */
export async function issueLetters(ctx: Context, order: string): Promise<Letter[]> {
  return issueLines(ctx, order, await takeClaimedLines(ctx, order))
}

/** Without an order: they cost nothing. Whoever calls has checked that they can be issued, and nobody else does meanwhile. */
export async function issueLines(
  ctx: Context,
  order: string | null,
  lines: readonly WantedLetters[],
): Promise<Letter[]> {
  const leases = new Map(
    (
      await lockLeases(
        ctx,
        lines.flatMap((line) => line.leases ?? []),
      )
    ).map((lease) => [lease.uuid, lease]),
  )
  const titles = await titlesOf(
    ctx,
    lines.map(({ tenant_uuid }) => tenant_uuid),
  )
  const letters = lines.flatMap((line) => {
    const own = isOwnName(titles.get(line.tenant_uuid) ?? '', line.company_name)
    return line.subnets.map((block, i) => letterOf(ctx, order, line, block, leases.get(line.leases?.[i] ?? ''), own))
  })
  await insertLetters(ctx, letters)
  await auditAll(
    ctx,
    letters.map(({ uuid, tenant_uuid: tenant, block, asn, status }) => ({
      action: lettersAudit('letter.created'),
      subject: { kind: letterStates.noun, uuid },
      tenant,
      data: { block, asn, order_uuid: order, to: status },
    })),
  )
  await tellOfLetters(ctx, 'created', letters.filter(isLive))
  return letters
}

function letterOf(
  ctx: Context,
  order: string | null,
  line: WantedLetters,
  block: string,
  lease: Lease | undefined,
  isOwn: boolean,
): Letter {
  if (!lease) throw new Error(`${block} was part of no lease when it was asked for`)
  const { tenant_uuid, asn, as_name, company_name, max_length, info } = line
  const { create_inetnum, whois_exposed, roa, radb, route } = line
  const over = lease.status === 'terminated'
  return {
    uuid: newUuid(),
    tenant_uuid,
    holder_uuid: lease.holder_uuid,
    offer_uuid: lease.offer_uuid,
    lease_uuid: lease.uuid,
    order_uuid: order,
    block,
    asn,
    as_name,
    company_name,
    max_length,
    info,
    create_inetnum,
    whois_exposed,
    roa,
    radb,
    route,
    code: newCode(),
    status: over ? 'expired' : letterStates.initial,
    created_at: ctx.now,
    // It was ordered with a number that was fit.
    asn_valid_at: ctx.now,
    authorised_at: null,
    company_confirmed_at: isOwn ? ctx.now : null,
    company_confirmed_by: isOwn ? 'lessee' : null,
    vrp_seen_at: null,
    route_seen_at: null,
    released_at: null,
    released_by: null,
    released_despite: null,
    statement: null,
    signature: null,
    key_id: null,
    valid_until: null,
    revoked_at: null,
    revoked_by: null,
    reason: null,
    ended_at: over ? ctx.now : null,
    gone_at: null,
  }
}
