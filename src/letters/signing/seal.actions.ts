import { companiesOf, type Tenant } from '../../identity/index.ts'
import type { Context } from '../../kernel/context.ts'
import { toRfc3339 } from '../../kernel/time.ts'
import { leaseEnds, type Letter } from '../letter/letter.store.ts'
import { companyFault } from '../purchase/company.rules.ts'
import { signerNow } from './letter-key.actions.ts'
import { referenceOf, writeStatement, type Statement } from './statement.rules.ts'
import { untilOf } from './term.rules.ts'

/** What makes a letter a document: its canonical statement, and the marketplace's signature over it. */
export interface Seal {
  readonly statement: string
  /** Base64url. */
  readonly signature: string
  readonly key_id: string
  readonly valid_until: Date | null
}

/** Of letters that are signed at the context's now, in their order; as many statements for five hundred as for one. */
export async function sealLetters(ctx: Context, letters: readonly Letter[]): Promise<Seal[]> {
  if (letters.length === 0) return []
  const [signer, companies, ends] = await Promise.all([
    signerNow(ctx),
    companiesOf(
      ctx,
      letters.flatMap(({ tenant_uuid, holder_uuid }) => [tenant_uuid, holder_uuid]),
    ),
    leaseEnds(
      ctx,
      letters.map(({ lease_uuid }) => lease_uuid),
    ),
  ])
  return letters.map((letter) => {
    const valid_until = untilOf(ctx.now, ends.get(letter.lease_uuid) ?? null, ctx.house.config.letterMonths)
    const statement = writeStatement({
      ...factsOf(ctx, letter),
      ...holderFacts(companies.get(letter.holder_uuid)),
      key: signer.kid,
      lessee: companies.get(letter.tenant_uuid)?.title ?? '',
      until: toRfc3339(valid_until) ?? '',
    })
    return { statement, signature: signer.sign(Buffer.from(statement)), key_id: signer.kid, valid_until }
  })
}

function factsOf({ now, house }: Context, letter: Letter) {
  const { sellerName: marketplace, publicUrl: site } = house.config
  return {
    marketplace,
    site,
    letter: letter.uuid,
    reference: referenceOf(letter.uuid),
    code: letter.code,
    block: letter.block,
    'max-length': String(letter.max_length),
    origin: `AS${letter.asn}`,
    'origin-name': letter.as_name ?? '',
    company: letter.company_name,
    issued: toRfc3339(now),
  }
}

type HolderFact = 'holder' | 'holder-address' | 'holder-phone' | 'holder-mail' | 'signatory' | 'signatory-role'

/** What imitates a fact of the letter does not come onto it. */
const harmless = (text: string | null): string => (text === null || companyFault(text) !== null ? '' : text)

function holderFacts(holder: Tenant | undefined): Pick<Statement, HolderFact> {
  const { title = '', postal_address = [], contact_phone = null, contact_email = null } = holder ?? {}
  const signatory = harmless(holder?.signatory_name ?? null)
  return {
    holder: title,
    'holder-address': harmless(postal_address.join(', ')),
    'holder-phone': contact_phone ?? '',
    'holder-mail': contact_email ?? '',
    signatory,
    'signatory-role': signatory === '' ? '' : harmless(holder?.signatory_role ?? null),
  }
}
