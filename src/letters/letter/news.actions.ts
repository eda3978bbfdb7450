import type { Context } from '../../kernel/context.ts'
import { emitAll } from '../../kernel/work/events.ts'
import type { Letter } from './letter.store.ts'

type LetterEvent = 'created' | 'released' | 'revoked' | 'expired' | 'gone'

/** As `letters.…` tells of those that something happened to together. */
export interface TogetherNews {
  readonly letters: readonly {
    readonly uuid: string
    readonly lessee: string
    readonly holder: string
    readonly block: string
    readonly asn: number
  }[]
  readonly by: Letter['revoked_by']
  readonly reason: string | null
}

/**
 * Both sides hear of each letter. Whoever here acts on such news hears once of all that happened together: a company gets
 * one mail for five hundred letters, not five hundred.
 */
export async function tellOfLetters(ctx: Context, event: LetterEvent, letters: readonly Letter[]): Promise<void> {
  const [first] = letters
  if (!first) return
  const each = letters.flatMap((letter) =>
    [...new Set([letter.tenant_uuid, letter.holder_uuid])].map((tenant) => ({
      type: `letter.${event}`,
      tenant,
      data: newsOf(letter),
    })),
  )
  const together: TogetherNews = {
    letters: letters.map(({ uuid, tenant_uuid: lessee, holder_uuid: holder, block, asn }) => ({
      uuid,
      lessee,
      holder,
      block,
      asn,
    })),
    by: first.revoked_by,
    reason: first.reason,
  }
  await emitAll(ctx, [...each, { type: `letters.${event}`, tenant: null, data: { ...together } }])
}

const newsOf = ({ uuid, lease_uuid, offer_uuid, block, asn, status, revoked_by, reason }: Letter) => ({
  uuid,
  lease_uuid,
  offer_uuid,
  block,
  asn,
  status,
  ...(revoked_by === null ? {} : { revoked_by, reason }),
})
