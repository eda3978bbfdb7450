import type pg from 'pg'
import { newCode } from '../../../src/letters/document/code.rules.ts'
import type { World } from '../world.ts'

/** Letters as they stand after their long ways, for tests of something else. */

interface LetterGiven {
  readonly asn?: number
  /** The block of the lease unless said otherwise. */
  readonly block?: string
  readonly status?: 'pending' | 'active' | 'revoked' | 'expired'
}

/** For AS64500 and in force, unless said otherwise. */
export async function makeLetter(world: World, lease: string, given: LetterGiven = {}): Promise<string> {
  const { asn = 64_500, block = null, status = 'active' } = given
  const { rows } = await world.house.pool.query<{ uuid: string }>(`${draw(`where l.uuid = $1`)} returning uuid`, [
    lease,
    asn,
    block,
    status,
    newCode(),
  ])
  return rows[0]?.uuid ?? ''
}

/** One for every lease there is, for AS64500. */
export async function crowdLetters(pool: pg.Pool): Promise<void> {
  await pool.query(draw('where $1::text is null'), [null, 64_500, null, 'active', ''])
  await pool.query('vacuum analyze letter')
}

/** One for every lease that is said to name an AS number, for the first it names. */
export async function crowdNamedLetters(pool: pg.Pool): Promise<void> {
  await pool.query(draw(`where $1::text is null and l.asns <> '{}'`), [null, null, null, 'active', ''])
  await pool.query('vacuum analyze letter')
}

/** Nobody verifies these. */
const signed = `case when $4::text = 'active' then 'by nobody' end`

/** Each bought by an order of its own that cost nothing. */
const draw = (which: string) => `
  with chosen as materialized (
    select l.*, gen_random_uuid() as letter, gen_random_uuid() as bought from lease l ${which}),
  bought as (
    insert into sales_order (uuid, tenant_uuid, kind, status, buyer, lines, discounts, taxes, sub_total_minor,
      discount_minor, tax_minor, credits_minor, total_minor, placed_at, completed_at)
    select bought, tenant_uuid, 'purchase', 'completed', '{}', '[]', '[]', '[]', 0, 0, 0, 0, 0, now(), now() from chosen)
  insert into letter (uuid, tenant_uuid, holder_uuid, offer_uuid, lease_uuid, order_uuid, block, asn, company_name,
    max_length, create_inetnum, whois_exposed, roa, radb, route, code, status, created_at, released_at, released_by,
    statement, signature, key_id, company_confirmed_at, revoked_at, revoked_by, ended_at)
  select letter, tenant_uuid, holder_uuid, offer_uuid, uuid, bought, coalesce($3::cidr, block), coalesce($2::bigint, asns[1]),
    'Example',
    greatest(24, length), false, false, true, false, true, coalesce(nullif($5::text, ''), letter::text), $4::text, now(),
    case when $4::text = 'active' then now() end, case when $4::text = 'active' then 'data' end,
    ${signed}, ${signed}, ${signed}, now(),
    case when $4::text = 'revoked' then now() end, case when $4::text = 'revoked' then 'lessee' end,
    case when $4::text in ('revoked', 'expired') then now() end
  from chosen`
