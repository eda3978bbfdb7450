import type { Context } from '../../kernel/context.ts'
import { emitAll } from '../../kernel/work/events.ts'
import { lettersEvents } from '../letters.events.ts'
import type { Letter } from './letter.store.ts'

/** Both sides hear that the holder lets the letter name the company. */
export async function tellOfCompany(ctx: Context, letter: Letter): Promise<void> {
  await emitAll(
    ctx,
    sidesOf(letter).map((tenant) => lettersEvents('letter.company_confirmed', tenant, newsOf(letter))),
  )
}

const sidesOf = ({ tenant_uuid, holder_uuid }: Letter): string[] => [...new Set([tenant_uuid, holder_uuid])]

type LetterEvent = 'created' | 'released' | 'renewed' | 'revoked' | 'expired' | 'gone'

/**
 * Both sides hear of each letter. Whoever here acts on such news hears once of all that happened together: a company gets
 * one mail for five hundred letters, not five hundred.
 */
export async function tellOfLetters(ctx: Context, event: LetterEvent, letters: readonly Letter[]): Promise<void> {
  const [first] = letters
  if (!first) return
  const each = letters.flatMap((letter) =>
    sidesOf(letter).map((tenant) => lettersEvents(`letter.${event}`, tenant, newsOf(letter))),
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
