import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../../src/kernel/context.ts'
import { newUuid } from '../../src/kernel/uuid.ts'
import { newCode } from '../../src/letters/code.rules.ts'
import { releaseLetters, type Letter } from '../../src/letters/index.ts'
import { asns } from './numbers.ts'
import { scenes } from './routing.ts'

/** Lessees have letters for what they lease, but for one that was in a hurry. */
export async function writeLetters(ctx: Context): Promise<void> {
  for (const { prefix, letters = [] } of scenes)
    for (const network of letters)
      await releaseAtOnce(
        ctx,
        sql<Letter>`
        insert into letter (uuid, tenant_uuid, holder_uuid, offer_uuid, lease_uuid, order_uuid, block, asn, company_name,
          max_length, create_inetnum, whois_exposed, roa, radb, route, code, status, created_at, asn_valid_at,
          authorised_at)
        select ${newUuid()}, l.tenant_uuid, l.holder_uuid, l.offer_uuid, l.uuid, s.order_uuid, l.block, ${asns[network]},
          t.title, greatest(24, l.length), false, false, true, false, true, ${newCode()}, 'pending', l.created_at,
          l.created_at, l.created_at
        from lease l join subscription s on s.lease_uuid = l.uuid join tenant t on t.uuid = l.tenant_uuid
        where l.block = ${prefix} and l.status <> 'terminated' returning *`,
      )
}

/** Signed as of the day its lease began. */
async function releaseAtOnce(ctx: Context, insertion: RawBuilder<Letter>): Promise<void> {
  const { rows } = await insertion.execute(ctx.db)
  for (const letter of rows) await releaseLetters({ ...ctx, now: letter.created_at, quiet: true }, [letter], 'holder')
}
