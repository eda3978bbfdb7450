import type { Context } from '../../kernel/context.ts'
import type { Role } from '../../kernel/endpoint.ts'
import type { Heard, News } from '../../kernel/work/event-table.ts'
import { listener, type Listener } from '../../kernel/work/events.ts'
import { sendMail } from '../../kernel/work/mail.ts'
import type { Paper } from '../../kernel/work/mail-papers.ts'
import { identityEvents } from '../identity.events.ts'
import { topics, type Topic } from '../mailbox/topic.rules.ts'
import { peopleToTell, type Reader } from '../member/member.store.ts'
import { newTicket } from './person.rules.ts'

/** What a company's people are told by mail, so that nothing they must know happens behind their backs. */

export interface Words {
  readonly subject: string
  readonly text: string
  /** Where it leads: a page of the company, `/orders`. */
  readonly lead?: { readonly label: string; readonly page: string }
  readonly paper?: Paper
}

export interface Notice extends Words {
  readonly topic: Topic
}

/** What a company's people are told; once, where it is of news. */
interface Telling<N extends Notice = Notice> {
  readonly tenant: string
  readonly notice: N
  readonly event?: string
}

const keys = { label: 'View app keys', page: '/integrations' } as const

const notices = identityEvents.onEach<Notice>({
  'app_key.created': ({ name, scopes }) => ({
    topic: 'access',
    subject: `New app key "${name}"`,
    text: `An app key named "${name}" was created for your company${scopes.length === 0 ? '' : ` with access to ${scopes.join(', ')}`}. If this was not you, revoke it immediately.\n`,
    lead: keys,
  }),
  'app_key.restricted': ({ name, allowed_addresses: places }) => ({
    topic: 'access',
    subject: `App key "${name}": where it may be used`,
    text: `The app key named "${name}" may now be used from ${places.length === 0 ? 'anywhere' : `these addresses only:\n${places.join('\n')}`}\nIf this was not you, revoke it immediately.\n`,
    lead: keys,
  }),
  'app_key.expiring': ({ name, expires_at, days }) => ({
    topic: 'access',
    subject: `App key "${name}" expires ${days === 1 ? 'tomorrow' : `in ${days} days`}`,
    text: `The app key named "${name}" expires on ${expires_at.slice(0, 10)} at ${expires_at.slice(11, 16)} UTC. Programs that use it will no longer get tokens: create a new key and switch over before then.\n`,
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
    text: `${title} can now lease and list address space.\n`,
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
  finish: (ctx: Context, notices: readonly N[]) => readonly Notice[] | Promise<readonly Notice[]> = (_ctx, notices) =>
    notices,
): Listener {
  return listener({
    name,
    hears: [written],
    hearAll: async (ctx, news) => {
      const tellings = news.flatMap((one): Telling<N> | [] => {
        const notice = written.of(one)
        return notice && one.tenant !== null ? { tenant: one.tenant, notice, event: one.uuid } : []
      })
      if (tellings.length === 0) return
      const notices = await finish(
        ctx,
        tellings.map(({ notice }) => notice),
      )
      await mailAll(
        ctx,
        tellings.map((telling, i) => ({ ...telling, notice: notices[i] ?? telling.notice })),
      )
    },
  })
}

export const tellOwners = peopleHear('identity.tell_owners', notices)

export const mailPeople = (ctx: Context, tenant: string, notice: Notice, event?: string): Promise<void> =>
  mailAll(ctx, [{ tenant, notice, ...(event !== undefined && { event }) }])

/** Who is concerned by the topic and has not done without it. */
async function mailAll(ctx: Context, tellings: readonly Telling[]): Promise<void> {
  const readers = await peopleToTell(
    ctx,
    tellings.map(({ tenant, notice: { topic } }) => ({ tenant, topic, role: topics[topic].role })),
  )
  for (const [i, { tenant, notice, event }] of tellings.entries())
    for (const reader of readers[i] ?? [])
      await mailReader(ctx, { tenant, reader, topic: notice.topic, duty: topics[notice.topic].duty, event }, notice)
}

interface Mailing {
  readonly tenant: string
  readonly reader: Reader
  /** What its reader may do without, unless it is duty. */
  readonly topic: string
  readonly duty: boolean
  readonly event?: string | undefined
}

const roleWords: Readonly<Record<Role, string>> = { owner: 'an owner', member: 'a member', viewer: 'a viewer' }

/** To one of a company's people. */
export async function mailReader(ctx: Context, mailing: Mailing, words: Words): Promise<void> {
  const { tenant, reader, topic, duty, event } = mailing
  const { subject, text, lead, paper } = words
  await sendMail(ctx, {
    to: reader.email,
    tenant,
    subject,
    text,
    ...(lead && { lead: { label: lead.label, url: `${ctx.house.config.publicUrl}${pathOf(tenant, lead.page)}` } }),
    ...(paper && { paper }),
    ...(event !== undefined && { event }),
    foot: `You get this as ${roleWords[reader.role]} of ${reader.title}.${duty ? ' It is about access or money, so it cannot be turned off.' : ''}`,
    of: { topic, person: reader.uuid, ticket: duty ? null : newTicket() },
  })
}

/** Pages of operators are of no company. */
export const pathOf = (company: string | number, page: string): string =>
  page.startsWith('/operator') ? page : `/c/${company}${page}`
