import { inTransaction, type Context } from '../../kernel/context.ts'
import { formatPrefix, knownPrefix, type Prefix } from '../../kernel/ip/index.ts'
import { lookForTxt, lookUp, networkFacts, reverseZones } from '../../network/index.ts'
import { dayOf, sourceOf } from '../offer/facts.rules.ts'
import type { Offer } from '../offer/offer.store.ts'
import { askedRecord } from './knowledge.actions.ts'
import { lockOwnListing, prove } from './proof.actions.ts'
import { holderNamed } from './proof.rules.ts'
import { findProof, othersAwaitRoa, type Proof } from './proof.store.ts'
import { provesByRoa, showsToken, tokenOf, txtName } from './way.rules.ts'

/** What a holder has published to prove a block is looked for. Strangers are asked first, then a transaction believes it. */

type Sighting =
  | { readonly outcome: 'seen'; readonly says: string }
  /** Not there, or nobody who would know answers. */
  | { readonly outcome: 'absent' | 'silent'; readonly says: string }

type Published = Pick<Proof, 'offer_uuid' | 'type'>

const seen = (says: string): Sighting => ({ outcome: 'seen', says })
const absent = (says: string): Sighting => ({ outcome: 'absent', says })
const silent = (says: string): Sighting => ({ outcome: 'silent', says })

export const isPublished = ({ type }: Pick<Proof, 'type'>): boolean =>
  type === 'remark' || type === 'dns' || type === 'roa'

export function sight(ctx: Context, { offer_uuid, type }: Published, block: Prefix): Promise<Sighting> {
  const token = tokenOf(offer_uuid)
  if (type === 'remark') return sightRemark(ctx, block, token)
  if (type === 'dns') return sightTxt(ctx, block, token)
  return Promise.resolve(sightRoa(ctx, block))
}

/** An answer so old may be from before the token was put there; a younger one spares the registry. */
const newEnough = 20

async function sightRemark(ctx: Context, block: Prefix, token: string): Promise<Sighting> {
  const { record, said, fault } = await lookUp(ctx, block, newEnough)
  if (record && said) {
    const from = `(${said.source}, ${dayOf(said.at)})`
    return showsToken(record.remarks, token)
      ? seen(`The record ${record.range} shows the token ${from}.`)
      : absent(`The record ${record.range} does not show the token ${from}.`)
  }
  const imported = networkFacts(ctx).registryRecord(block)
  if (imported?.value && showsToken(imported.value.comment.split('\n'), token))
    return seen(`The record ${imported.value.inetnum} shows the token (${sourceOf(imported)}).`)
  if (fault && fault.code !== 'off') return silent(`The record could not be seen: ${fault.sentence}.`)
  return absent(`No record of ${formatPrefix(block)} shows the token.`)
}

const zoneFaults = {
  undelegated: 'is delegated to nobody',
  unresolved: 'is delegated to servers that have no address',
  private: 'is delegated to servers with private addresses, which are not asked',
  lame: 'is lame: none of its servers answers for it',
} as const

async function sightTxt(ctx: Context, block: Prefix, token: string): Promise<Sighting> {
  for (const zone of reverseZones(block)) {
    const { texts, fault } = await lookForTxt(ctx, zone, txtName(zone))
    if (fault !== null) return silent(`The zone ${zone} ${zoneFaults[fault]}.`)
    if (!showsToken(texts, token))
      return absent(`The servers of the zone have no TXT record with the token at ${txtName(zone)}.`)
  }
  return seen(`The servers of the reverse zones show the token for ${formatPrefix(block)}.`)
}

function sightRoa(ctx: Context, block: Prefix): Sighting {
  const { proofAsn } = ctx.house.config
  const vrps = networkFacts(ctx).vrps(block)
  if (vrps === null || vrps.stale || proofAsn === null) return silent('There is no fresh RPKI data here.')
  return provesByRoa(block, proofAsn, vrps.value)
    ? seen(`A ROA for ${formatPrefix(block)} names AS${proofAsn} (${sourceOf(vrps)}).`)
    : absent(`No ROA for exactly ${formatPrefix(block)} names AS${proofAsn} (${sourceOf(vrps)}).`)
}

/** Proven, if it is still this that is waited for; otherwise the offer as it is now, and what stood in the way. */
export async function believe(
  ctx: Context,
  proof: Proof & { readonly block: string },
  { says }: Sighting,
): Promise<{ readonly offer: Offer; readonly refused: string | null }> {
  const record = await askedRecord(ctx, knownPrefix(proof.block))
  const holder = holderNamed(record?.value)
  return inTransaction(ctx, async (tx) => {
    const offer = await lockOwnListing(tx, proof.tenant_uuid, proof.offer_uuid)
    const now = await findProof(tx, proof.offer_uuid)
    const isSame = now?.type === proof.type && now.chosen_at?.getTime() === proof.chosen_at?.getTime()
    if (!isSame || now?.status !== 'pending' || offer.status !== 'auth_pending') return { offer, refused: null }
    if (proof.type === 'roa' && (await othersAwaitRoa(tx, offer.block, offer.tenant_uuid)))
      return {
        offer,
        refused: 'Another company waits for the same ROA, which cannot tell the two of you apart; choose another way.',
      }
    const proven = await prove(tx, offer, { type: proof.type, description: says, ...holder })
    return { offer: proven, refused: null }
  })
}
