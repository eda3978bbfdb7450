import { inTransaction, type Context } from '../../kernel/context.ts'
import { emit } from '../../kernel/work/events.ts'
import { contains, knownPrefix, type Prefix } from '../../kernel/ip/index.ts'
import { enqueue, job } from '../../kernel/work/jobs.ts'
import { addSeconds } from '../../kernel/time.ts'
import { titlesOf } from '../../identity/index.ts'
import { knownRecord, lookForDelegation, networkFacts, type ReverseDelegation } from '../../network/index.ts'
import { checkEvery, judgeOffer, skippedKinds, standsAgainst, type OfferFacts } from './check.rules.ts'
import { leasedBlocks, replaceLocations, writeChecks } from './check.store.ts'
import { restock } from '../inventory/inventory.store.ts'
import { marketEvents } from '../market.events.ts'
import { marketProblem } from '../market.problems.ts'
import { lockOwnOffer } from '../offer/change.actions.ts'
import { followToMarket, noteOtherPlaces } from '../offer/market.actions.ts'
import { moveOffer, toldOf } from '../offer/move.actions.ts'
import { offerStates } from '../offer/offer.states.ts'
import { lockOffer, updateOffer, type Offer } from '../offer/offer.store.ts'
import { askedRecord } from '../proof/knowledge.actions.ts'
import { proofWithBlock } from '../proof/proof.store.ts'

/** Checks decide whether a proven block is on the market: after the proof, daily, and after each import of data. */

const isChecked = ({ status }: Offer): boolean =>
  offerStates.can(status, 'checks_passed') || offerStates.can(status, 'check_failed')

/** Its holder asks. */
export async function recheckOffer(ctx: Context, tenant: string, uuid: string): Promise<Offer> {
  const offer = await lockOwnOffer(ctx, tenant, uuid)
  if (!isChecked(offer))
    throw marketProblem('offer_move_forbidden', { message: 'Ownership is not proven yet, so nothing is checked yet.' })
  return runChecks(ctx, offer)
}

/** Something it is judged by has changed; what is not checked yet, or no more, stays as it is. */
export async function checkNow(ctx: Context, offer: Offer): Promise<Offer> {
  return isChecked(offer) ? runChecks(ctx, offer) : offer
}

/** From now on the offer is checked, for the first time by a job right after this transaction. */
export async function beginChecks(ctx: Context, offer: Offer): Promise<Offer> {
  await enqueue(ctx, checkOffer, { offer: offer.uuid }, { key: `check-${offer.uuid}` })
  return updateOffer(ctx, offer.uuid, { next_check_at: ctx.now })
}

/** A block may be proven before anybody has looked at its record. */
export const checkOffer = job<{ offer: string }>({
  name: 'check_offer',
  run: async (ctx, { offer }) => {
    const proof = await proofWithBlock(ctx, offer)
    if (proof) await askedRecord(ctx, knownPrefix(proof.block))
    await checkWithDns(ctx, offer)
  },
})

/** The resolver is asked before the transaction. */
export async function checkWithDns(ctx: Context, offer: string): Promise<void> {
  const proof = await proofWithBlock(ctx, offer)
  await checkKnown(ctx, offer, proof && (await lookForDelegation(ctx, knownPrefix(proof.block))))
}

/** By what is known; no registry is asked, since there may be many to check. */
export const checkKnown = (ctx: Context, uuid: string, reverse?: ReverseDelegation | null): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const offer = await lockOffer(tx, uuid)
    if (!offer) return
    if (isChecked(offer)) await runChecks(tx, offer, reverse)
    else if (offer.next_check_at !== null) await updateOffer(tx, uuid, { next_check_at: null })
  })

async function runChecks(ctx: Context, offer: Offer, told?: ReverseDelegation | null): Promise<Offer> {
  const reverse = ctx.house.config.dnsServers.length === 0 ? null : told
  const facts = { ...(await factsAbout(ctx, offer)), reverse }
  const results = judgeOffer(facts)
  await writeChecks(ctx, offer, results, reverse === undefined ? ['dns'] : [])
  await refreshLocations(ctx, offer, facts.block)
  const checked = await updateOffer(ctx, offer.uuid, {
    next_check_at: addSeconds(ctx.now, checkEvery),
    skipped_checks: skippedKinds(results),
    ...(facts.record ? { abuse_email: facts.record.value?.abuseEmail ?? null } : {}),
  })
  const failed = results.filter((result) => standsAgainst(result, ctx.house.config.skippedChecksPass))
  const trigger = failed.length > 0 ? 'check_failed' : 'checks_passed'
  if (!offerStates.can(checked.status, trigger)) return checked
  const moved = await moveOffer(ctx, checked, trigger, { failed: failed.map(({ kind }) => kind) })
  await restock(ctx, offer.uuid)
  await followToMarket(ctx, checked, moved)
  const reasons = failed.map(({ description }) => description)
  const { tenant_uuid: tenant } = moved
  if (failed.length === 0) await emit(ctx, marketEvents('offer.activated', tenant, toldOf(moved)))
  else await emit(ctx, marketEvents('offer.invalidated', tenant, { ...toldOf(moved), reasons }))
  return moved
}

async function factsAbout(ctx: Context, offer: Offer): Promise<OfferFacts> {
  const block = knownPrefix(offer.block)
  const facts = networkFacts(ctx)
  const announcements = facts.announcements(block)
  const record = await knownRecord(ctx, block, offer.registry)
  const announced = announcements?.value.some((seen) => contains(block, seen.prefix)) ?? false
  return {
    block,
    registry: offer.registry,
    ownAsns: offer.own_asns,
    authorisation: authorisationOf(offer),
    leased: announced ? await leasedBlocks(ctx, offer.uuid) : [],
    record,
    sanctions: facts.sanctionsOn(await namesOf(ctx, offer.tenant_uuid, record?.value)),
    announcements,
    vrps: facts.vrps(block),
    blocklists: facts.blocklistHits(block),
  }
}

/** Of the holder by the record, and of the company that lists the block: either may be under sanctions. */
export async function namesOf(
  ctx: Context,
  tenant: string,
  record: { readonly organisation: string } | null | undefined,
): Promise<string[]> {
  const title = (await titlesOf(ctx, [tenant])).get(tenant) ?? ''
  return [...new Set([record?.organisation ?? '', title])].filter(Boolean)
}

const authorisationOf = ({ authorisation, authorised_by, authorised_at, authorisation_revoked_at }: Offer) => ({
  status: authorisation,
  by: authorised_by,
  at: authorised_at,
  revokedAt: authorisation_revoked_at,
})

/** Without geodata, what was known of places stays. */
async function refreshLocations(ctx: Context, offer: Offer, block: Prefix): Promise<void> {
  const places = networkFacts(ctx).locationsWithin(block)?.value
  if (!places) return
  const seen = places.map(({ provider, countryCode, cityName }) => ({
    provider,
    country_code: countryCode,
    city_name: cityName ?? '',
  }))
  const before = await replaceLocations(ctx, offer, seen)
  if (!before) return
  const known = before.map(({ provider, country_code, city_name }) => ({
    provider,
    countryCode: country_code,
    cityName: city_name || null,
  }))
  await noteOtherPlaces(ctx, offer, known)
}
