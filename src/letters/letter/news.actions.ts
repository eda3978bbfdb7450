import type { Context } from '../../kernel/context.ts'
import { emitAll } from '../../kernel/work/events.ts'
import { lettersEvents } from '../letters.events.ts'
import type { Letter } from './letter.store.ts'

type LetterEvent = 'created' | 'released' | 'revoked' | 'expired' | 'gone'

/**
 * Both sides hear of each letter. Whoever here acts on such news hears once of all that happened together: a company gets
 * one mail for five hundred letters, not five hundred.
 */
export async function tellOfLetters(ctx: Context, event: LetterEvent, letters: readonly Letter[]): Promise<void> {
  const [first] = letters
  if (!first) return
  const each = letters.flatMap((letter) =>
    [...new Set([letter.tenant_uuid, letter.holder_uuid])].map((tenant) =>
      lettersEvents(`letter.${event}`, tenant, newsOf(letter)),
    ),
  )
  const together = lettersEvents(`letters.${event}`, null, {
    letters: letters.map(({ uuid, tenant_uuid: lessee, holder_uuid: holder, block, asn, max_length }) => ({
      uuid,
      lessee,
      holder,
      block,
      asn,
      max_length,
    })),
    by: first.revoked_by,
    reason: first.reason,
  })
  await emitAll(ctx, [...each, together])
}

const newsOf = ({ uuid, lease_uuid, offer_uuid, block, asn, max_length, status, revoked_by, reason }: Letter) => ({
  uuid,
  lease_uuid,
  offer_uuid,
  block,
  asn,
  max_length,
  status,
  ...(revoked_by === null ? {} : { revoked_by, reason }),
})
