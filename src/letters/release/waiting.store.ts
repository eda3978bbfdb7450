import type { Context } from '../../kernel/context.ts'
import { query } from '../../kernel/db/query.ts'
import type { LetterInPlace } from '../letter/letter.store.ts'
import type { StepTimes } from './waiting.rules.ts'

/** Letters that wait to be released. */

/** In the order of their uuids, those behind one of them. */
export async function waitingAfter(ctx: Context, after: string, most: number): Promise<string[]> {
  const rows = await query<{ uuid: string }>`
    select uuid from letter where status = 'pending' and uuid > ${after} order by uuid limit ${most}`.rows(ctx)
  return rows.map(({ uuid }) => uuid)
}

/** Of the checklist what our own data and the books say; the times at which that came true. */
export async function setSteps(
  ctx: Context,
  changed: readonly { readonly letter: LetterInPlace; readonly steps: StepTimes }[],
): Promise<void> {
  if (changed.length === 0) return
  const rows = changed.map(({ letter: { uuid }, steps }) => ({ uuid, ...steps }))
  await query`
    update letter set asn_valid_at = seen.asn_valid_at, authorised_at = seen.authorised_at,
      vrp_seen_at = seen.vrp_seen_at, route_seen_at = seen.route_seen_at
    from json_to_recordset(${JSON.stringify(rows)}) as seen (uuid uuid, asn_valid_at timestamptz,
      authorised_at timestamptz, vrp_seen_at timestamptz, route_seen_at timestamptz)
    where letter.uuid = seen.uuid`.changed(ctx)
}
