import { showTenant, type Tenant } from '../../identity/index.ts'
import { audit } from '../../kernel/audit.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import { emit } from '../../kernel/work/events.ts'
import { listener } from '../../kernel/work/events.ts'
import { kernelEvents } from '../../kernel/kernel.events.ts'
import { knownPrefix } from '../../kernel/ip/index.ts'
import { inTurn } from '../../kernel/work/jobs.ts'
import type { Problem } from '../../kernel/problems.ts'
import { addDays } from '../../kernel/time.ts'
import { isRdapOn, mailboxOf, networkFacts } from '../../network/index.ts'
import { beginChecks } from '../check/check.actions.ts'
import { layOut } from '../inventory/inventory.actions.ts'
import { octetsOf } from '../offer/listing.rules.ts'
import { lockSpace } from '../offer/listing.store.ts'
import { marketAudit, marketEvents } from '../market.events.ts'
import { marketProblem } from '../market.problems.ts'
import { mailCodes } from '../notice.actions.ts'
import { lockOwnOffer } from '../offer/change.actions.ts'
import { moveOffer, toldOf } from '../offer/move.actions.ts'
import { isUnproven, offerStates } from '../offer/offer.states.ts'
import { findOffer, lockOffer, type Offer } from '../offer/offer.store.ts'
import {
  codeDigest,
  codeLapsesAt,
  codeMatches,
  decideProof,
  holderNamed,
  mailedTo,
  newCode,
  notMailedYet,
  ownMaintainers,
  triesGiven,
  wayLapsesAt,
  type NamedHolder,
  type ProofDecision,
} from './proof.rules.ts'
import {
  findProof,
  offersAwaiting,
  offersWithLapsedProof,
  provenRecords,
  updateProof,
  writeProofs,
  type Proof,
} from './proof.store.ts'
import { maskedMailbox } from './contact.rules.ts'
import { nextCodeAt } from './mail.rules.ts'
import { lockMailboxes, noteMailed } from './mail.store.ts'
import { endRivals } from '../offer/rival.actions.ts'
import { isProvenElsewhere } from '../offer/rival.store.ts'

/** Proof of ownership (decisions 4, States). Every verb here holds the lock of the offer, or has just made it. */

interface Begun {
  readonly offer: Offer
  readonly decision: ProofDecision
  /** Mailed, or to be. */
  readonly code: string | null
  /** Until when the contact must not be mailed a code. */
  readonly waits: Date | null
}

/** Offers in `auth_pending`, under the lock of their space, are proven at once, are mailed a code for, or cannot be proven. */
export async function beginProofs(ctx: Context, company: Tenant, offers: readonly Offer[]): Promise<Offer[]> {
  return carryOut(ctx, company, await decideProofs(ctx, company, offers))
}

async function decideProofs(ctx: Context, company: Tenant, offers: readonly Offer[]): Promise<Begun[]> {
  const proven = await provenRecords(ctx, company.uuid)
  const facts = networkFacts(ctx)
  const decided = offers.map((offer) => {
    const block = knownPrefix(offer.block)
    const record = facts.registryRecord(block)
    const decision = decideProof({ block, registry: offer.registry, record, asksRegistry: isRdapOn(ctx), proven })
    return { offer, decision }
  })
  return withCodes(ctx, decided)
}

/** Whom a code is mailed to gets one, unless that mailbox was mailed one just now. */
async function withCodes(ctx: Context, decisions: readonly Pick<Begun, 'offer' | 'decision'>[]): Promise<Begun[]> {
  const decided = decisions.map(({ offer, decision }) => ({
    offer,
    decision,
    block: knownPrefix(offer.block),
    mailbox: decision.outcome === 'mail' ? mailboxOf(decision.to) : null,
  }))
  const mailed = await lockMailboxes(
    ctx,
    decided.flatMap(({ mailbox }) => mailbox ?? []),
  )
  return decided.map(({ offer, block, decision, mailbox }) => {
    const waits = mailbox === null ? null : nextCodeAt(block, mailed.get(mailbox) ?? [], ctx.realNow)
    return { offer, decision, waits, code: mailbox === null || waits ? null : newCode() }
  })
}

async function carryOut(ctx: Context, company: Tenant, begun: readonly Begun[]): Promise<Offer[]> {
  const codes = begun.flatMap(({ offer, decision, code }) =>
    decision.outcome === 'mail' && code !== null ? { to: decision.to, block: offer.block, code } : [],
  )
  const mails = await mailCodes(ctx, company, codes)
  await noteMailed(
    ctx,
    codes.map(({ to, block }) => ({ letter: mails.get(to) ?? '', mailbox: mailboxOf(to), block: knownPrefix(block) })),
  )
  await writeProofs(
    ctx,
    begun.map((one) => proofRow(ctx, one, mails)),
  )
  const settled: Offer[] = []
  for (const one of begun) settled.push(await settle(ctx, one))
  await endRivals(
    ctx,
    settled.filter(({ status }) => !isUnproven(status)),
  )
  return settled
}

const statusAfter = { accepted: 'passed', mail: 'pending', choose: 'pending', no_contact: 'failed' } as const

/** Proven now, and to be looked at again by then. */
const provenNow = (ctx: Context) => ({
  proven_at: ctx.now,
  next_look_at: addDays(ctx.now, ctx.house.config.proofRepeatDays),
  doubted_since: null,
})

function proofRow(ctx: Context, { offer, decision, code, waits }: Begun, mails: ReadonlyMap<string, string>): Proof {
  const record = networkFacts(ctx).registryRecord(knownPrefix(offer.block))?.value
  const to = decision.outcome === 'mail' ? decision.to : null
  return {
    offer_uuid: offer.uuid,
    tenant_uuid: offer.tenant_uuid,
    type: decision.type,
    status: statusAfter[decision.outcome],
    description: to !== null && waits ? notMailedYet(to, waits) : decision.description,
    email: to,
    mail_uuid: to === null || code === null ? null : (mails.get(to) ?? null),
    code_digest: code === null ? null : codeDigest(code),
    tries_left: code === null ? 0 : triesGiven,
    expires_at: lapseOf(ctx, decision),
    ...holderNamed(record),
    maintainers: record ? ownMaintainers(record) : [],
    chosen_at: null,
    statement: null,
    ...(decision.outcome === 'accepted'
      ? provenNow(ctx)
      : { proven_at: null, next_look_at: null, doubted_since: null }),
  }
}

function lapseOf(ctx: Context, { outcome }: ProofDecision): Date | null {
  if (outcome === 'mail') return codeLapsesAt(ctx.now)
  return outcome === 'choose' ? wayLapsesAt(ctx.now) : null
}

async function settle(ctx: Context, { offer, decision }: Begun): Promise<Offer> {
  if (decision.outcome === 'mail' || decision.outcome === 'choose') return offer
  if (decision.outcome === 'accepted') return accept(ctx, offer, decision.type)
  return moveOffer(ctx, offer, 'contact_missing')
}

/** From now on nobody else has this space, and what is free of it is known. */
async function accept(ctx: Context, offer: Offer, type: Proof['type']): Promise<Offer> {
  const proven = await moveOffer(ctx, offer, 'proof_accepted', { type })
  await layOut(ctx, proven, knownPrefix(offer.block))
  return beginChecks(ctx, proven)
}

/** What was looked for has been seen, or an operator is convinced: the offer, locked with its space, is proven. */
export async function prove(
  ctx: Context,
  offer: Offer,
  { type, ...seen }: Pick<Proof, 'type' | 'description' | 'organisation' | 'told_by'>,
): Promise<Offer> {
  await updateProof(ctx, offer.uuid, { ...seen, status: 'passed', ...provenNow(ctx) })
  const proven = await accept(ctx, offer, type)
  await endRivals(ctx, [proven])
  return proven
}

/** In a transaction of its own: a wrong code is refused and yet counted. The lock lets parallel tries in one by one. */
export async function verifyOwnership(ctx: Context, tenant: string, uuid: string, code: string): Promise<Offer> {
  const { offer, refusal } = await inTransaction(ctx, (tx) => tryCode(tx, tenant, uuid, code))
  if (refusal) throw refusal
  return offer
}

async function tryCode(
  ctx: Context,
  tenant: string,
  uuid: string,
  code: string,
): Promise<{ readonly offer: Offer; readonly refusal?: Problem }> {
  const offer = await lockOwnListing(ctx, tenant, uuid)
  const proof = await findProof(ctx, uuid)
  // No Idempotency-Key is taken here, so giving the right code again must do no harm.
  if (proof?.status === 'passed' && proof.code_digest && codeMatches(code, proof.code_digest)) return { offer }
  if (offer.status !== 'auth_pending' || !proof?.code_digest || !proof.expires_at) {
    const isLost = isUnproven(offer.status) && (await isProvenElsewhere(ctx, offer))
    return { offer, refusal: marketProblem(isLost ? 'proven_elsewhere' : 'proof_not_by_mail') }
  }
  if (proof.expires_at <= ctx.now) {
    await fail(ctx, offer, 'proof_failed', lapsed)
    return { offer, refusal: marketProblem('code_wrong', { message: lapsed, fields: { code: ['has lapsed'] } }) }
  }
  if (!codeMatches(code, proof.code_digest)) return { offer, refusal: await countWrong(ctx, offer, proof) }
  const description = `The code mailed to ${proof.email} was given.`
  await updateProof(ctx, uuid, { status: 'passed', description, tries_left: 0, ...provenNow(ctx) })
  const proven = await accept(ctx, offer, proof.type)
  await endRivals(ctx, [proven])
  return { offer: proven }
}

/** Alone with the space around it first, as whoever lists: of many who prove it at once, one is the first. */
export async function lockOwnListing(ctx: Context, tenant: string, uuid: string): Promise<Offer> {
  const own = await findOffer(ctx, tenant, uuid)
  if (own) await lockSpace(ctx, octetsOf([knownPrefix(own.block)]))
  return lockOwnOffer(ctx, tenant, uuid)
}

const lapsed = 'The mailed code was not given in time; ask for another one.'
const unproven = 'It was not proven in time; choose a way of proof again.'

async function countWrong(ctx: Context, offer: Offer, proof: Proof): Promise<Problem> {
  const left = proof.tries_left - 1
  await audit(ctx, {
    action: marketAudit('offer.code_wrong'),
    subject: { kind: 'offer', uuid: offer.uuid },
    tenant: offer.tenant_uuid,
    data: { block: offer.block, tries_left: left },
  })
  if (left > 0) await updateProof(ctx, offer.uuid, { tries_left: left })
  else await fail(ctx, offer, 'proof_failed', `A wrong code was given ${triesGiven} times; ask for another one.`)
  const told = left > 0 ? `is wrong; ${left} ${left === 1 ? 'try' : 'tries'} left` : 'is wrong; ask for another one'
  return marketProblem('code_wrong', { fields: { code: [told] } })
}

/** The old code ends with the new one. Where the proof had failed, it begins anew. */
export async function resendVerification(ctx: Context, tenant: string, uuid: string): Promise<Offer> {
  const offer = await lockOwnListing(ctx, tenant, uuid)
  const failed = offerStates.can(offer.status, 'retry')
  if (!failed && offer.status !== 'auth_pending') throw marketProblem('proof_not_by_mail')
  if (failed && (await isProvenElsewhere(ctx, offer))) throw marketProblem('proven_elsewhere')
  const company = await showTenant(ctx, tenant)
  const chosen = await findChosen(ctx, uuid, failed)
  const begun = chosen ? await withCodes(ctx, [{ offer, decision: chosen }]) : await decideProofs(ctx, company, [offer])
  refuseTooSoon(begun, ctx.realNow)
  const pending = failed ? await moveOffer(ctx, offer, 'retry') : offer
  const { block } = offer
  if (!failed)
    await audit(ctx, { action: marketAudit('offer.code_resent'), subject: { kind: 'offer', uuid }, data: { block } })
  const [after] = await carryOut(
    ctx,
    company,
    begun.map((one) => ({ ...one, offer: pending })),
  )
  if (!after) throw new Error('one offer has one proof')
  return after
}

/** Another code goes to whom its holder has chosen; what is to be published has none. What has failed begins anew. */
async function findChosen(ctx: Context, uuid: string, failed: boolean): Promise<ProofDecision | null> {
  const proof = await findProof(ctx, uuid)
  if (!proof?.chosen_at) return null
  if (proof.type !== 'email' && !failed) throw marketProblem('proof_not_by_mail')
  if (proof.type !== 'email' || proof.email === null) return null
  return mailTo(proof.email)
}

/** Whoever lists a block chooses among addresses that are not shown in full, and is not shown them afterwards either. */
const mailTo = (contact: string) =>
  ({ outcome: 'mail', type: 'email', to: contact, description: mailedTo(maskedMailbox(contact)) }) as const

/** A code goes to a contact that the holder has chosen. */
export async function mailChosen(ctx: Context, offer: Offer, contact: string, holder: NamedHolder): Promise<Offer> {
  const begun = await withCodes(ctx, [{ offer, decision: mailTo(contact) }])
  refuseTooSoon(begun, ctx.realNow)
  await carryOut(ctx, await showTenant(ctx, offer.tenant_uuid), begun)
  await updateProof(ctx, offer.uuid, { chosen_at: ctx.now, ...holder })
  return offer
}

/** Whoever has a code keeps it; a proof that needs none is not kept waiting. */
function refuseTooSoon(begun: readonly Begun[], now: Date): void {
  const wait = Math.max(0, ...begun.map(({ waits }) => (waits ? waits.getTime() - now.getTime() : 0)))
  if (wait > 0) throw marketProblem('resend_throttled', { headers: { 'retry-after': String(Math.ceil(wait / 1_000)) } })
}

export async function fail(
  ctx: Context,
  offer: Offer,
  trigger: 'proof_failed' | 'mail_failed',
  description: string,
): Promise<void> {
  const ended = { status: 'failed', description, code_digest: null, tries_left: 0, next_look_at: null } as const
  await updateProof(ctx, offer.uuid, ended)
  // One that was cancelled meanwhile waits for no proof.
  if (!offerStates.can(offer.status, trigger)) return
  const failed = await moveOffer(ctx, offer, trigger, { reason: description })
  const told = { ...toldOf(failed), reason: description }
  await emit(ctx, marketEvents('offer.proof_failed', offer.tenant_uuid, told))
}

const batch = 500

/** Codes that nobody gave within their time; each in a transaction of its own, so that one in use delays no other. */
export async function endLapsedProofs(ctx: Context): Promise<number> {
  const offers = await offersWithLapsedProof(ctx, batch)
  await inTurn(offers, (uuid) =>
    inTransaction(ctx, async (tx) => {
      const offer = await lockOffer(tx, uuid)
      const proof = await findProof(tx, uuid)
      if (offer && proof?.status === 'pending' && proof.expires_at && proof.expires_at <= ctx.now)
        await fail(tx, offer, 'proof_failed', proof.code_digest ? lapsed : unproven)
    }),
  )
  return offers.length
}

/** A letter with codes could not be handed over. */
export const noteUndelivered = listener({
  name: 'market.note_undelivered',
  hears: [kernelEvents.on('mail.failed')],
  hear: async (ctx, { tenant, data }) => {
    if (tenant === null) return
    for (const uuid of await offersAwaiting(ctx, tenant, data.uuid)) {
      const offer = await lockOffer(ctx, uuid)
      const proof = await findProof(ctx, uuid)
      if (!offer || proof?.status !== 'pending' || proof.mail_uuid !== data.uuid) continue
      const contact = proof.chosen_at && proof.email ? maskedMailbox(proof.email) : proof.email
      const description = `The mail to ${contact} could not be handed over; ask for another code later.`
      await fail(ctx, offer, 'mail_failed', description)
    }
  },
})
