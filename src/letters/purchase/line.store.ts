import { uuidArray } from '../../kernel/db/arrays.ts'
import type { Context } from '../../kernel/context.ts'
import type { LetterLineTable } from '../../kernel/db/rows.gen.ts'
import { query } from '../../kernel/db/query.ts'
import { changeSoon } from '../../kernel/db/together.ts'

/** Letters that are not bought yet. Whoever writes here has the company's cart locked, or the order that claims them. */

export type LetterLine = LetterLineTable

/** With those of its subnets that are part of no lease any more. */
export interface WantedLine extends LetterLine {
  readonly ended: readonly string[]
}

/** What a company has put into its cart, the oldest first. */
export async function wantedLines(ctx: Context, tenant: string): Promise<WantedLine[]> {
  return query<WantedLine>`
    select n.*, array(
      select asked.subnet from unnest(n.subnets) as asked (subnet) where not exists (
        select from generate_series(8, 24) as around (length) join lease l
          on l.tenant_uuid = n.tenant_uuid and l.status <> 'terminated' and around.length <= masklen(asked.subnet)
          and l.block = set_masklen(asked.subnet, around.length))
    ) as ended
    from letter_line n where n.tenant_uuid = ${tenant} and n.claimed_by is null and n.until > ${ctx.now}
    order by n.created_at, n.uuid`.few(ctx)
}

/** What is left of lines of the cart. */
export async function shrinkLines(
  ctx: Context,
  lines: readonly Pick<LetterLine, 'uuid' | 'subnets' | 'price_minor'>[],
): Promise<void> {
  if (lines.length === 0) return
  const shrunk = query`
    update letter_line set subnets = shrunk.subnets, price_minor = shrunk.price_minor
    from json_to_recordset(${JSON.stringify(lines)}) as shrunk (uuid uuid, subnets cidr[], price_minor bigint)
    where letter_line.uuid = shrunk.uuid`
  await shrunk.ahead(ctx)
}

export async function deleteLines(ctx: Context, uuids: readonly string[]): Promise<void> {
  if (uuids.length === 0) return
  await query`delete from letter_line where uuid = any(${uuidArray(uuids)})`.ahead(ctx)
}

/** What has lapsed goes with it: nobody asks for it any more once there is something new. */
export async function insertLetterLine(ctx: Context, line: Omit<LetterLine, 'claimed_by' | 'leases'>): Promise<void> {
  const { uuid, tenant_uuid, asn, as_name, company_name, max_length, info, create_inetnum, whois_exposed } = line
  const { roa, radb, route, subnets, price_minor, created_at, until } = line
  await query`delete from letter_line where tenant_uuid = ${tenant_uuid} and until <= ${ctx.now}`.changed(ctx)
  await query`
    insert into letter_line (uuid, tenant_uuid, asn, as_name, company_name, max_length, info, create_inetnum,
      whois_exposed, roa, radb, route, subnets, price_minor, created_at, until)
    values (${uuid}, ${tenant_uuid}, ${asn}, ${as_name}, ${company_name}, ${max_length}, ${info}, ${create_inetnum},
      ${whois_exposed}, ${roa}, ${radb}, ${route}, ${subnets}, ${price_minor}, ${created_at}, ${until})`.ahead(ctx)
}

export async function deleteLetterLine(ctx: Context, tenant: string, uuid: string): Promise<boolean> {
  const changed = await query`
    delete from letter_line
    where uuid = ${uuid} and tenant_uuid = ${tenant} and claimed_by is null and until > ${ctx.now}`.changed(ctx)
  return changed === 1
}

/** None lapses earlier than it did, and none is kept longer than `longest` minutes after it was made. */
export async function keepLinesLonger(
  ctx: Context,
  tenant: string,
  { until, longestMinutes }: { readonly until: Date; readonly longestMinutes: number },
): Promise<void> {
  const prolonged = query`
    update letter_line set until = least(${until}, created_at + make_interval(mins => ${longestMinutes}))
    where tenant_uuid = ${tenant} and claimed_by is null and until > ${ctx.now}
      and until < least(${until}, created_at + make_interval(mins => ${longestMinutes}))`
  await changeSoon(ctx, ['letter_line'], prolonged)
}

/** Whether letters were kept for the company after that moment, and are no more. */
export async function lettersLapsed(ctx: Context, tenant: string, since: Date): Promise<boolean> {
  const [lapsed] = await query<{ has: boolean }>`
    select exists (
      select from letter_line
      where tenant_uuid = ${tenant} and claimed_by is null and until > ${since} and until <= ${ctx.now}
    ) as has`.rows(ctx)
  return lapsed?.has ?? false
}

interface ClaimedLine {
  readonly uuid: string
  /** Of each subnet. */
  readonly leases: readonly string[]
}

/** Claimed, they lapse no more. */
export async function setLineClaims(ctx: Context, order: string, lines: readonly ClaimedLine[]): Promise<void> {
  const claimed = query`
    update letter_line set claimed_by = ${order}, until = null, leases = claimed.leases
    from json_to_recordset(${JSON.stringify(lines)}) as claimed (uuid uuid, leases uuid[])
    where letter_line.uuid = claimed.uuid`
  await claimed.ahead(ctx)
}

/** Back in the cart. */
export async function unsetLineClaims(ctx: Context, order: string, until: Date): Promise<void> {
  await query`update letter_line set claimed_by = null, leases = null, until = ${until} where claimed_by = ${order}`.ahead(
    ctx,
  )
}

/** They are letters now, or nobody wants them. */
export async function takeClaimedLines(ctx: Context, order: string): Promise<LetterLine[]> {
  const rows = await query<LetterLine>`delete from letter_line where claimed_by = ${order} returning *`.rows(ctx)
  return rows
}
