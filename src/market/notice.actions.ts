import { mailPeople, type Tenant, type Words } from '../identity/index.ts'
import type { Context } from '../kernel/context.ts'
import { sendMail } from '../kernel/work/mail.ts'
import { inWords } from '../kernel/time.ts'
import { marketEvents } from './market.events.ts'
import { lesseesOf } from './lease/lease.store.ts'
import type { OfferView } from './offer/view.actions.ts'

/** What the market says to people. Alerts tell them what becomes of offers (`src/alerts`); the rest is mailed here. */

const toOffer = (uuid: string) => ({ label: 'View block', page: `/offers/${uuid}` })

export const offerWords = marketEvents.onEach<Words & { readonly why?: string }>({
  'offer.proof_failed': ({ uuid, block, reason }) => ({
    lead: toOffer(uuid),
    why: reason,
    subject: `${block}: ownership not proven`,
    text: `Your company has listed ${block}, and its ownership could not be proven.\n\n${reason}\n`,
  }),
  'offer.proof_doubted': ({ uuid, block, reason, ends_at }) => ({
    lead: toOffer(uuid),
    why: reason,
    subject: `${block}: is it still yours?`,
    text: `${reason}\n\nIf the block is still yours, correct its record at the registry. Otherwise its listing ends on ${inWords(ends_at)}; existing leases run as agreed.\n`,
  }),
  'offer.proof_lost': ({ uuid, block, reason }) => ({
    lead: toOffer(uuid),
    why: reason,
    subject: `${block}: listing ended`,
    text: `${reason}\n\nThe listing of ${block} has therefore ended. List the block again to prove ownership; existing leases run as agreed.\n`,
  }),
  'offer.activated': ({ uuid, block }) => ({
    lead: toOffer(uuid),
    subject: `${block} is on the market`,
    text: `Ownership of ${block} is proven and all checks have passed; unless it is hidden, it can be leased now.\n`,
  }),
  'offer.invalidated': ({ uuid, block, reasons }) => ({
    lead: toOffer(uuid),
    why: reasons.join(' '),
    subject: `${block} is off the market`,
    text: `${block} failed its checks, so it cannot be leased until they pass. Existing leases continue.\n\n${reasons.join('\n')}\n`,
  }),
})

interface Cancelled {
  readonly uuid: string
  readonly expires_at: string | null
}

/** Whoever leases a part of a cancelled block hears until when it may stay: once per company. An idle one has nobody. */
export async function lesseesToTell(ctx: Context, { uuid, expires_at }: Cancelled) {
  if (expires_at === null) return []
  const until = inWords(expires_at)
  const lessees = await lesseesOf(ctx, uuid)
  return lessees.map(({ tenant_uuid: tenant, blocks }) => ({ tenant, words: endingOf(blocks, until) }))
}

const endingOf = (blocks: readonly string[], until: string) => ({
  count: blocks.length,
  subject: blocks.length === 1 ? `${blocks[0]} will not be renewed` : `${blocks.length} leases will not be renewed`,
  text: `The holder has withdrawn a block that you lease from. Your leases continue as agreed, and none renews after ${until}.\n\n${blocks.join('\n')}\n`,
  lead: { label: 'View leases', page: '/leases' },
})

/** One letter for everything listed together. */
export async function tellOfListing(
  ctx: Context,
  tenant: string,
  listed: readonly Pick<OfferView, 'offer' | 'proof'>[],
): Promise<void> {
  const what = listed.length === 1 ? String(listed[0]?.offer.block) : `${listed.length} blocks`
  const lines = listed.map(({ offer, proof }) => `${offer.block}\n${proof.description}`)
  await mailPeople(ctx, tenant, {
    topic: 'listings',
    lead: { label: 'View listings', page: '/offers' },
    subject: `${what} listed`,
    text: `Your company has listed address space. It goes on the market once ownership is proven and all checks have passed.\n\n${lines.join('\n\n')}\n`,
  })
}

interface MailedCode {
  readonly to: string
  readonly block: string
  readonly code: string
}

/** One letter for each contact, however many of its blocks are listed together; the letters' uuids by address. */
export async function mailCodes(
  ctx: Context,
  company: Pick<Tenant, 'uuid' | 'title'>,
  codes: readonly MailedCode[],
): Promise<ReadonlyMap<string, string>> {
  const mails = new Map<string, string>()
  for (const [to, ours] of Map.groupBy(codes, (one) => one.to)) {
    const [first] = ours
    const lines = ours.map(({ block, code }) => `${block}: ${code}`)
    const letter = {
      to,
      tenant: company.uuid,
      subject: ours.length === 1 ? `Code for ${first?.block}` : `Codes for ${ours.length} blocks`,
      text: `${company.title.replaceAll(/\s+/g, ' ')} wants to lease out the address space below, and you are its registered contact.\n\nIf that is right, pass the code on to them within 72 hours:\n\n${lines.join('\n')}\n\nIf not, do nothing: without the code, nothing is listed.\n`,
    }
    mails.set(to, await sendMail(ctx, letter))
  }
  return mails
}
