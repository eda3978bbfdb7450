import { titlesOf } from '../../identity/index.ts'
import type { Context } from '../../kernel/context.ts'
import { toRfc3339 } from '../../kernel/time.ts'
import type { Letter } from '../letter/letter.store.ts'
import { signerNow } from './letter-key.actions.ts'
import { writeStatement } from './statement.rules.ts'

/** What makes a letter a document: its canonical statement, and the marketplace's signature over it. */
export interface Seal {
  readonly statement: string
  /** Base64url. */
  readonly signature: string
  readonly key_id: string
}

/** Of letters that are released at the context's now, in their order; as many statements for five hundred as for one. */
export async function sealLetters(ctx: Context, letters: readonly Letter[]): Promise<Seal[]> {
  if (letters.length === 0) return []
  const { sellerName: marketplace, publicUrl: site } = ctx.house.config
  const [signer, titles] = await Promise.all([
    signerNow(ctx),
    titlesOf(
      ctx,
      letters.flatMap(({ tenant_uuid, holder_uuid }) => [tenant_uuid, holder_uuid]),
    ),
  ])
  return letters.map((letter) => {
    const statement = writeStatement({
      marketplace,
      site,
      letter: letter.uuid,
      code: letter.code,
      key: signer.kid,
      block: letter.block,
      'max-length': String(letter.max_length),
      origin: `AS${letter.asn}`,
      'origin-name': letter.as_name ?? '',
      company: letter.company_name,
      lessee: titles.get(letter.tenant_uuid) ?? '',
      holder: titles.get(letter.holder_uuid) ?? '',
      issued: toRfc3339(ctx.now),
    })
    return { statement, signature: signer.sign(Buffer.from(statement)), key_id: signer.kid }
  })
}
