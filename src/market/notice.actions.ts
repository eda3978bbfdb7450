import { mailPeople, peopleHear, type Notice, type Tenant } from '../identity/index.ts'
import type { Context } from '../kernel/context.ts'
import { listener } from '../kernel/work/events.ts'
import { sendMail } from '../kernel/work/mail.ts'
import { inWords } from '../kernel/time.ts'
import { marketEvents } from './market.events.ts'
import { lesseesOf } from './lease/lease.store.ts'
import type { OfferView } from './offer/view.actions.ts'

/** What the market says by mail. */

const toOffer = (uuid: string) => ({ label: 'Look at the block', page: `/offers/${uuid}` })

const notices = marketEvents.onEach<Notice>({
  'offer.proof_failed': ({ uuid, block, reason }) => ({
    topic: 'offers',
    lead: toOffer(uuid),
    subject: `${block}: ownership not proven`,
    text: `Your company has listed ${block}, and its ownership could not be proven.\n\n${reason}\n`,
  }),
  'offer.proof_doubted': ({ uuid, block, reason, ends_at }) => ({
    topic: 'offers',
    lead: toOffer(uuid),
    subject: `${block}: is it still yours?`,
    text: `${reason}\n\nIf the block is still yours, correct its record at the registry. Otherwise its offer ends on ${inWords(ends_at)}; leases that run end as agreed.\n`,
  }),
  'offer.proof_lost': ({ uuid, block, reason }) => ({
    topic: 'offers',
    lead: toOffer(uuid),
    subject: `${block}: offer ended`,
    text: `${reason}\n\nThe offer of ${block} has therefore ended. List the block again to prove it anew; leases that run end as agreed.\n`,
  }),
  'offer.activated': ({ uuid, block }) => ({
    topic: 'offers',
    lead: toOffer(uuid),
    subject: `${block} is on the market`,
    text: `The ownership of ${block} is proven and no check has failed; unless it is hidden, it can be leased now.\n`,
  }),
  'offer.invalidated': ({ uuid, block, reasons }) => ({
    topic: 'offers',
    lead: toOffer(uuid),
    subject: `${block} is off the market`,
    text: `${block} has not passed its checks, so nobody can lease it until that has changed. Leases that run go on.\n\n${reasons.join('\n')}\n`,
  }),
})

export const tellHolders = peopleHear('market.tell_holders', notices)

/** Whoever leases a part of a cancelled block hears until when it may stay: one letter per company. */
export const tellLessees = listener({
  name: 'market.tell_lessees',
  hears: [marketEvents.on('offer.cancelled')],
  hear: async (ctx, { data, uuid: event }) => {
    const until = inWords(String(data.expires_at))
    for (const { tenant_uuid, blocks } of await lesseesOf(ctx, data.uuid))
      await mailPeople(ctx, tenant_uuid, endingOf(blocks, until), event)
  },
})

const endingOf = (blocks: readonly string[], until: string): Notice => ({
  topic: 'billing',
  subject: blocks.length === 1 ? `${blocks[0]} will not be renewed` : `${blocks.length} leases will not be renewed`,
  text: `The holder has taken a block off the market, parts of which you lease. Your leases go on as agreed, and none renews past ${until}.\n\n${blocks.join('\n')}\n`,
  lead: { label: 'Look at the leases', page: '/leases' },
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
    topic: 'offers',
    lead: { label: 'Look at the blocks', page: '/offers' },
    subject: `${what} listed`,
    text: `Your company has listed address space. It comes to the market once its ownership is proven and its checks have passed.\n\n${lines.join('\n\n')}\n`,
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
      text: `${company.title.replaceAll(/\s+/g, ' ')} wants to offer the address space below for lease, and the registry names you as its contact.\n\nIf that is right, pass the code on to them within 72 hours:\n\n${lines.join('\n')}\n\nIf it is not, do nothing: without the code nothing is offered.\n`,
    }
    mails.set(to, await sendMail(ctx, letter))
  }
  return mails
}
