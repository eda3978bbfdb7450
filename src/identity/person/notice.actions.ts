import type { Context } from '../../kernel/context.ts'
import type { Heard, News } from '../../kernel/work/event-table.ts'
import { listener, type Listener } from '../../kernel/work/events.ts'
import { sendMail } from '../../kernel/work/mail.ts'
import type { Paper } from '../../kernel/work/mail-papers.ts'
import { identityEvents } from '../identity.events.ts'
import { topics, type Topic } from '../mailbox/topic.rules.ts'
import { peopleToTell } from '../member/member.store.ts'
import { newTicket } from './person.rules.ts'

/** What a company's people are told by mail, so that nothing they must know happens behind their backs. */

export interface Notice {
  readonly topic: Topic
  readonly subject: string
  readonly text: string
  /** Where it leads: a page of the company, `/orders`. */
  readonly lead?: { readonly label: string; readonly page: string }
  readonly paper?: Paper
}

const keys = { label: 'Look at the app keys', page: '/integrations' } as const

const notices = identityEvents.onEach<Notice>({
  'app_key.created': ({ name, scopes }) => ({
    topic: 'access',
    subject: `New app key "${name}"`,
    text: `An app key named "${name}" was created for your company${scopes.length === 0 ? '' : `; it may use ${scopes.join(', ')}`}. If this was not you, revoke it at once.\n`,
    lead: keys,
  }),
  'app_key.revoked': ({ name }) => ({
    topic: 'access',
    subject: `App key "${name}" revoked`,
    text: `The app key named "${name}" was revoked; its access tokens no longer work.\n`,
    lead: keys,
  }),
  'tenant.activate': ({ title }) => ({
    topic: 'access',
    subject: `${title} is active`,
    text: `${title} may now lease and list address space.\n`,
  }),
  'tenant.suspend': ({ title }) => ({
    topic: 'access',
    subject: `${title} is suspended`,
    text: `${title} was suspended by an operator. Reply to this mail to ask why.\n`,
  }),
})

/**
 * Those of the company that news are of are mailed what is written for their type, if anything is. `finish` adds what the
 * news do not carry.
 */
export function peopleHear<N extends Notice>(
  name: string,
  written: Heard<News> & { of(news: News): N | undefined },
  finish: (ctx: Context, notice: N) => Notice | Promise<Notice> = (_ctx, notice) => notice,
): Listener {
  return listener({
    name,
    hears: [written],
    hear: async (ctx, news) => {
      const notice = written.of(news)
      if (notice && news.tenant !== null) await mailPeople(ctx, news.tenant, await finish(ctx, notice), news.uuid)
    },
  })
}

export const tellOwners = peopleHear('identity.tell_owners', notices)

/** Who is concerned by the topic and has not done without it; once, where it is of news. */
export async function mailPeople(ctx: Context, tenant: string, notice: Notice, event?: string): Promise<void> {
  const { topic, lead, subject, text, paper } = notice
  const { duty, role } = topics[topic]
  const home = ctx.house.config.publicUrl
  for (const person of await peopleToTell(ctx, tenant, topic, role))
    await sendMail(ctx, {
      to: person.email,
      tenant,
      subject,
      text,
      ...(lead && { lead: { label: lead.label, url: `${home}/c/${tenant}${lead.page}` } }),
      ...(paper && { paper }),
      ...(event !== undefined && { event }),
      foot: `You get this as ${person.role === 'owner' ? 'an owner' : 'a member'} of ${person.title}.${duty ? ' It is about access or money, so it cannot be turned off.' : ''}`,
      of: { topic, person: person.uuid, ticket: duty ? null : newTicket() },
    })
}
