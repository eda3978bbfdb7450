import { sql } from 'kysely'
import type { Context } from '../../src/kernel/context.ts'
import { newUuid } from '../../src/kernel/uuid.ts'
import { newCode } from '../../src/letters/code.rules.ts'
import { asns } from './numbers.ts'
import { scenes } from './routing.ts'

/** Lessees have letters for what they lease, but for one that was in a hurry. */
export async function writeLetters({ db }: Context): Promise<void> {
  for (const { prefix, letters = [] } of scenes)
    for (const network of letters)
      await sql`
        insert into letter (uuid, tenant_uuid, holder_uuid, offer_uuid, lease_uuid, order_uuid, block, asn, company_name,
          max_length, create_inetnum, whois_exposed, roa, radb, route, code, status, created_at, asn_valid_at,
          authorised_at, released_at, released_by)
        select ${newUuid()}, l.tenant_uuid, l.holder_uuid, l.offer_uuid, l.uuid, s.order_uuid, l.block, ${asns[network]},
          t.title, greatest(24, l.length), false, false, true, false, true, ${newCode()}, 'active', l.created_at,
          l.created_at, l.created_at, l.created_at, 'holder'
        from lease l join subscription s on s.lease_uuid = l.uuid join tenant t on t.uuid = l.tenant_uuid
        where l.block = ${prefix} and l.status <> 'terminated'`.execute(db)
}
