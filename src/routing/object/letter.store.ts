import type { Context } from '../../kernel/context.ts'
import { arrayOf } from '../../kernel/db/arrays.ts'
import { query } from '../../kernel/db/query.ts'
import type { LetterFacts } from './wanted.rules.ts'

/** Letters, as what they need at registries depends on them. */

type LetterRow = Omit<LetterFacts, 'asnValid'> & { readonly uuid: string; readonly holder_uuid: string }

const rows = query`
  select t.uuid, t.holder_uuid, t.block, t.asn, t.max_length, t.status, t.roa, t.route, t.radb, t.company_name,
    t.whois_exposed, t.company_confirmed_at is not null as company_confirmed, o.registry, o.authorisation,
    l.status as lease_status
  from letter t join lease l on l.uuid = t.lease_uuid join offer o on o.uuid = t.offer_uuid`

/** Live ones of a holder that overlap any of these blocks. */
export async function liveLettersAround(ctx: Context, holder: string, blocks: readonly string[]): Promise<LetterRow[]> {
  return query<LetterRow>`${rows}
    where t.uuid in (select n.uuid from unnest(${arrayOf('cidr', blocks)}) as given (block)
      join letter n on n.block && given.block and n.status in ('pending', 'active') and n.holder_uuid = ${holder})
    order by t.uuid`.rows(ctx)
}

interface Place {
  readonly uuid: string
  readonly block: string
}

/** Live ones of a holder, behind one of them. */
export async function liveLettersAfter(ctx: Context, holder: string, after: string, most: number): Promise<Place[]> {
  return query<Place>`
    select uuid, block from letter where holder_uuid = ${holder} and status in ('pending', 'active') and uuid > ${after}
    order by uuid limit ${most}`.rows(ctx)
}

/** Those that wait, of holders that have connected a registry, behind one of them. */
export async function pendingLettersAfter(
  ctx: Context,
  after: string,
  most: number,
): Promise<(Place & { readonly holder_uuid: string })[]> {
  return query<Place & { readonly holder_uuid: string }>`
    select uuid, block, holder_uuid from letter t where status = 'pending' and uuid > ${after}
      and exists (select from routing_connector c
        where c.tenant_uuid = t.holder_uuid and c.status in ('on', 'paused', 'refused'))
    order by uuid limit ${most}`.rows(ctx)
}
